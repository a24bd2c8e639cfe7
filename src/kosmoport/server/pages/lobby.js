// The first page: the games, a name, and the open tables as they change.

import { Connection } from "/pages/connection.js";
import { h, LEVELS, luck, remember, remembered, request } from "/pages/dom.js";

export async function showLobby(main, line) {
  const games = await request("GET", "/api/games");
  const problem = h("p", { role: "alert" });
  const name = h("input", { id: "name", maxlength: 24, autocomplete: "nickname", value: remembered("name", "") });
  const level = h("select", { id: "level" }, ...LEVELS.map((l) => h("option", { selected: l === remembered("level", "casual") }, l)));
  const tables = h("ul", { class: "cards" });
  const start = (game, friends) => makeTable(game, friends, name, level.value).catch((error) => {
    problem.textContent = error.message;
    problem.className = "problem";
  });
  main.replaceChildren(
    h("h1", {}, "Play"),
    h("div", { class: "row" }, h("label", { for: "name" }, "Your name ", name), h("label", { for: "level" }, "Bots ", level)),
    problem,
    h("ul", { class: "cards" }, ...games.map((game) => gameCard(game, start))),
    h("h1", {}, "Open tables"),
    tables,
  );
  watchTables(tables, games, line);
}

function gameCard(game, start) {
  const [low, high] = game.players;
  return h("li", { class: "card" },
    h("h2", {}, game.title),
    h("p", { class: "quiet" }, `${game.authors.join(", ")} · ${game.publisher}`),
    h("p", {}, `${low} to ${high} players`),
    h("div", { class: "row" },
      h("button", { class: "main", onclick: () => start(game, false) }, "Play with bots"),
      h("button", { onclick: () => start(game, true) }, "Play with friends")));
}

async function makeTable(game, friends, nameField, level) {
  const name = nameField.value.trim();
  if (!name) {
    nameField.focus();
    throw new Error("Tell the others your name first.");
  }
  remember("name", name);
  remember("level", level);
  const players = Math.min(4, game.players[1]);
  const bots = friends ? Array(players).fill(null) : [null, ...Array(players - 1).fill(level)];
  const asked = { game: game.id, players, bots, options: game.calm, public: friends };
  const made = await request("POST", "/api/tables", asked);
  const token = { Authorization: `Bearer ${made.token}` };
  const seat = await request("POST", `/api/tables/${made.table}/seats`, { name, luck: luck() }, token);
  if (!friends) {
    const own = { Authorization: `Bearer ${seat.token}` };
    await request("POST", `/api/tables/${made.table}/messages`, { type: "begin", id: "begin" }, own);
  }
  location.href = `/t/${made.table}`;
}

function watchTables(list, games, line) {
  const open = new Map();
  const title = (id) => games.find((game) => game.id === id)?.title ?? id;
  const draw = () => {
    const cards = [...open.values()].map((table) => h("li", { class: "card" },
      h("h2", {}, h("a", { href: `/t/${table.table}` }, title(table.game))),
      h("p", {}, table.phase === "gathering" ? "waiting for players" : "being played"),
      h("p", { class: "quiet" }, table.seats.map((seat) => seat.name ?? seat.bot ?? "free").join(", "))));
    list.replaceChildren(...(cards.length ? cards : [h("li", { class: "quiet" }, "There are none at the moment.")]));
  };
  new Connection("/api/lobby/socket", {
    onState: (state) => { line.textContent = state === "here" ? "" : "connecting…"; },
    onMessage: (message) => {
      if (message.type === "lobby") {
        open.clear();
        message.tables.forEach((table) => open.set(table.table, table));
      } else if (message.type === "lobby_changed") open.set(message.table.table, message.table);
      else if (message.type === "lobby_gone") open.delete(message.table);
      draw();
    },
  });
}
