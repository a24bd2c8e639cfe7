// Which sound goes with which effect.
import type { Fx } from "./scenes";

type Sound = "card" | "coin" | "laser" | "end";

const SOUNDS: Record<Fx["kind"], Sound> = {
  pick: "card",
  pass: "card",
  play: "card",
  shield: "coin",
  shield_lost: "laser",
  damage: "laser",
  repair: "coin",
  win: "laser",
  capture: "coin",
  turn_up: "card",
  renew: "card",
  end: "end",
};

export function soundOf(fx: Fx): Sound {
  return fx.kind === "win" && fx.hits === 0 ? "coin" : SOUNDS[fx.kind];
}
