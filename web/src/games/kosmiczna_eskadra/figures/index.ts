// Figures for the rules page, by the rule after which they stand.
import type { Component } from "svelte";
import type { Speaker } from "../../contract";
import Anatomy from "./Anatomy.svelte";
import FirstStruck from "./FirstStruck.svelte";
import Majority from "./Majority.svelte";
import Overlap from "./Overlap.svelte";
import Shielded from "./Shielded.svelte";

export const figures: Record<string, Component<{ say: Speaker }>> = {
  "KE-9": Overlap,
  "KE-12": Anatomy,
  "KE-13": FirstStruck,
  "KE-16": Shielded,
  "KE-20": Majority,
};
