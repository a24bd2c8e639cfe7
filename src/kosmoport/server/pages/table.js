// One table: seats, what the viewer knows, what they may do, and what happened, the same for every game.

import { Connection } from "/pages/connection.js";
import { fill, h, luck, remember, remembered, request } from "/pages/dom.js";
import { Words } from "/pages/words.js";

const SOMEWHERE = "_somewhere"; // such an action still needs a place
const REACTIONS = ["hello", "thanks", "well_played", "wow", "oops", "laugh", "thinking", "hurry"];

export class TablePage {
  constructor(main, line, id) {
    Object.assign(this, { main, line, id, state: null, seat: null, host: false, log: [], presence: null });
    this.parts = Object.fromEntries(["top", "seats", "actions", "known", "log", "talk"].map((name) => [name, h("section", { class: "card" })]));
    this.parts.known.classList.add("known");
    this.problem = h("p", { role: "alert" });
    const { top, seats, actions, known, log, talk } = this.parts;
    main.replaceChildren(h("div", { class: "table" },
      h("div", { class: "column" }, top, this.problem, actions, known),
      h("div", { class: "column" }, seats, log, talk)));
  }

  async open() {
    await this.takeSeatFromLink();
    const first = await request("GET", `/api/tables/${this.id}`);
    this.messages = await request("GET", `/api/games/${first.settings.game}/words/en`);
    this.title = (await request("GET", "/api/games")).find((game) => game.id === first.settings.game).title;
    this.words = new Words(this.messages, (seat) => this.nameOf(seat));
    this.drawLogOnce();
    this.connection = new Connection(`/api/tables/${this.id}/socket`, {
      onState: (state) => { this.line.textContent = { here: "", away: "connecting…", old: "please load this page again" }[state]; },
      onMessage: (message) => this.receive(message),
    });
  }

  async takeSeatFromLink() {
    const token = new URLSearchParams(location.hash.slice(1)).get("seat");
    if (!token) return;
    history.replaceState(null, "", location.pathname);
    await request("PUT", `/api/tables/${this.id}/seat`, undefined, { Authorization: `Bearer ${token}` });
  }

  // The token stays in a cookie that no script can read; the server tells it to whoever holds it.
  ownSeat() {
    return request("PUT", `/api/tables/${this.id}/seat`);
  }

  nameOf(seat) {
    const there = this.state?.seats[seat];
    return there?.name || (there ? `${this.words.term(there.colour)}${there.bot ? ` (${there.bot})` : ""}` : `player ${seat + 1}`);
  }

  receive(message) {
    const handlers = {
      welcome: () => Object.assign(this, { seat: message.seat, host: message.host }),
      snapshot: () => { this.state = message; },
      presence: () => { this.presence = message; },
      seat: () => this.update({ seats: message.seats, position: message.position ?? this.state.position }),
      begun: () => this.update({ phase: "playing", position: message.position }),
      moved: () => this.moved(message),
      took_back: () => this.update({ position: message.position, proposals: this.without("back") }, `${this.nameOf(message.by)} took back.`),
      proposal: () => this.proposal(message),
      chat: () => message.text !== null && this.tell(`${this.nameOf(message.seat)}: ${message.text}`),
      reaction: () => this.tell(`${this.nameOf(message.seat)}: ${message.reaction.replace("_", " ")}!`),
      resumed: () => this.update({ position: message.position }),
      rematch: () => this.update({ rematch: message.table }),
      closed: () => this.update({ phase: "closed" }),
    };
    handlers[message.type]?.();
    if (this.state && message.type !== "ack" && message.type !== "pong") this.draw();
  }

  update(changes, words) {
    this.state = { ...this.state, ...changes };
    if (words) this.tell(words);
  }

  without(what) {
    return this.state.proposals.filter((proposal) => proposal.what !== what);
  }

  proposal({ proposal, open }) {
    const others = this.state.proposals.filter((other) => other.number !== proposal.number);
    this.update({ proposals: open ? [...others, proposal] : others });
  }

  moved(message) {
    const over = message.position.result !== null;
    this.update({ position: message.position, phase: over ? "over" : "playing", proposals: over ? [] : this.without("back") });
    if (message.cause === "clock") this.tell(`${this.nameOf(message.by)} ran out of time; a bot (${message.level}) decided.`);
    message.told.forEach((told) => this.tell(this.words.say("event", told)));
  }

  tell(text) {
    this.lines.prepend(h("li", {}, text));
    while (this.lines.children.length > 200) this.lines.lastChild.remove();
  }

  async send(message) {
    const ack = await this.connection.send(message);
    this.complain(ack.problem && (ack.problem.rules ? this.words.say("reason", ack.problem) : this.words.say("refusal", ack.problem)));
  }

  complain(text) {
    this.problem.textContent = text ? `That is not possible: ${text}.` : "";
    this.problem.className = text ? "problem" : "";
  }

  button(text, message, main = false) {
    return h("button", { class: main ? "main" : null, onclick: () => this.send(message) }, text);
  }

  draw() {
    this.drawTop();
    this.drawSeats();
    this.drawActions();
    this.drawKnown();
    this.drawTalk();
  }

  // The table in sentences; asked for again only when something moved.
  async drawKnown() {
    const move = this.state.position?.move;
    if (move === this.drawn) return;
    this.drawn = move;
    const lines = await request("GET", `/api/tables/${this.id}/account`);
    fill(this.parts.known, h("h2", {}, "The table"), h("ul", {}, ...lines.map((told) => h("li", {}, this.words.say("account", told)))));
  }

  drawTop() {
    const { state, seat } = this;
    const turn = state.position?.to_act ?? [];
    const own = turn.includes(seat);
    const texts = { gathering: "Waiting for everybody", over: "The game is over", closed: "This table is closed", playing: own ? "It is your turn" : `Waiting for ${turn.map((p) => this.nameOf(p)).join(", ") || "chance"}` };
    document.title = `${own ? "● " : ""}${this.title} – Kosmoport`;
    const link = h("a", { href: `/t/${this.id}` }, `${location.origin}/t/${this.id}`);
    fill(this.parts.top,
      h("h1", {}, this.title),
      h("p", { role: "status" }, texts[state.phase]),
      this.resultList(),
      state.phase === "gathering" && h("p", {}, "Link for friends: ", link),
      this.afterwards());
  }

  resultList() {
    const result = this.state.position?.result;
    if (!result) return null;
    const order = result.scores.map((score, seat) => ({ score, seat, share: result.returns[seat] })).sort((a, b) => b.share - a.share || b.score - a.score);
    return h("ol", {}, ...order.map(({ score, seat, share }) => h("li", {}, `${this.nameOf(seat)}: ${score}${share ? " – wins" : ""}`)));
  }

  afterwards() {
    const { state } = this;
    if (state.phase !== "over") return null;
    return h("div", { class: "row" },
      state.rematch ? h("button", { class: "main", onclick: () => this.followRematch() }, "Go to the rematch") : this.seat !== null && this.button("Rematch", { type: "rematch" }, true),
      !state.settings.sealed && h("a", { href: `/api/tables/${this.id}/record`, download: true }, "Download the record"));
  }

  async followRematch() {
    const next = this.state.rematch;
    if (this.seat !== null) {
      const { token } = await this.ownSeat();
      await request("POST", `/api/tables/${next}/seats`, { token, luck: luck() });
    }
    location.href = `/t/${next}`;
  }

  drawSeats() {
    const { state } = this;
    const turn = state.position?.to_act ?? [];
    const clock = state.position?.clock.left ?? [];
    fill(this.parts.seats, h("h2", {}, "Seats"), h("ul", { class: "seats" }, ...state.seats.map((seat, p) =>
      h("li", { class: turn.includes(p) ? "turn" : null },
        h("strong", {}, seat.name || seat.reserved || (seat.bot ? `bot, ${seat.bot}` : "free")),
        h("span", { class: "quiet" }, this.words.term(seat.colour)),
        p === this.seat && h("span", {}, "you"),
        seat.person && seat.bot && h("span", {}, `a bot (${seat.bot}) plays on`),
        seat.person && this.presence && !this.presence.here[p] && h("span", { class: "quiet" }, "away"),
        state.phase === "gathering" && seat.person && h("span", {}, seat.ready ? "ready" : "not ready"),
        clock[p] != null && h("span", {}, `${Math.ceil(clock[p] / 1000)} s`),
        this.seatButtons(seat, p)))));
  }

  seatButtons(seat, p) {
    if (this.state.phase === "gathering" && this.host && seat.person && p !== this.seat) return this.button("Remove", { type: "remove", seat: p });
    const gone = this.presence?.gone.includes(p) && this.seat !== null && p !== this.seat;
    return gone ? this.button("Let a bot play on", { type: "ask_bot", seat: p }) : null;
  }

  drawActions() {
    const { state, seat } = this;
    const parts = [];
    if (state.phase === "gathering") parts.push(...this.gathering());
    const position = state.position;
    if (position && state.phase === "playing" && seat !== null) {
      if (state.seats[seat].bot) parts.push(h("p", {}, "A bot plays for you."), this.button("Take my seat back", { type: "come_back" }, true));
      else if (position.legal.length) parts.push(h("h2", {}, "What do you do?"), h("ul", { class: "actions" }, ...position.legal.map((told) => h("li", {}, this.action(told)))));
      parts.push(h("div", { class: "row" },
        state.settings.take_back && this.button("Take back", { type: "take_back" }),
        this.button("Leave", { type: "leave" })));
    }
    for (const proposal of state.proposals) parts.push(this.question(proposal));
    if (seat === null && state.phase === "playing") parts.push(h("p", { class: "quiet" }, "You are watching."));
    this.parts.actions.hidden = parts.length === 0;
    fill(this.parts.actions, ...parts);
  }

  gathering() {
    const { state, seat } = this;
    if (seat === null) return [this.sitDown()];
    const parts = [this.button(state.seats[seat].ready ? "Not ready" : "Ready", { type: "ready", ready: !state.seats[seat].ready }, true)];
    if (this.host) parts.push(this.button("Begin", { type: "begin" }));
    parts.push(this.button("Leave", { type: "leave" }));
    return [h("div", { class: "row" }, ...parts)];
  }

  sitDown() {
    const name = h("input", { maxlength: 24, value: remembered("name", ""), required: true, "aria-label": "Your name" });
    const sit = async (event) => {
      event.preventDefault();
      try {
        await request("POST", `/api/tables/${this.id}/seats`, { name: name.value, luck: luck() });
        remember("name", name.value);
        location.reload();
      } catch (error) {
        this.complain(error.message);
      }
    };
    return h("form", { class: "row", onsubmit: sit }, h("label", {}, "Your name ", name), h("button", { class: "main" }, "Sit down"));
  }

  action(told) {
    const act = (name, args) => this.send({ type: "act", seen: this.connection.seen, do: name, args });
    if (!told.id.endsWith(SOMEWHERE)) return h("button", { onclick: () => act(told.id, told.args) }, this.words.say("action", told));
    const fields = ["x in mm", "y in mm", "degrees"].map((name) => h("input", { type: "number", value: 0, "aria-label": name }));
    const labels = fields.map((field) => h("label", {}, field.getAttribute("aria-label"), field));
    const [x, y, rot] = fields;
    const place = () => act(told.id.slice(0, -SOMEWHERE.length), { x: Math.round(x.value * 10), y: Math.round(y.value * 10), rot: Number(rot.value) });
    return h("div", { class: "row" }, ...labels, h("button", { onclick: place }, this.words.say("action", told)));
  }

  question(proposal) {
    const what = proposal.what === "bot" ? `Shall a bot (${proposal.level}) play for ${this.nameOf(proposal.absent)}?` : `${this.nameOf(proposal.by)} asks to go back to move ${proposal.moves}.`;
    const asked = proposal.waiting.includes(this.seat);
    return h("div", { class: "row" }, h("p", {}, what),
      asked && this.button("Yes", { type: "answer", proposal: proposal.number, yes: true }),
      asked && this.button("No", { type: "answer", proposal: proposal.number, yes: false }));
  }

  drawLogOnce() {
    this.lines = h("ol", { class: "log", reversed: true, "aria-live": "polite" });
    fill(this.parts.log, h("h2", {}, "What happened"), this.lines);
  }

  drawTalk() {
    if (this.seat === null || this.parts.talk.firstChild) return;
    const text = h("input", { maxlength: 300, "aria-label": "Say something to the table" });
    const say = (event) => {
      event.preventDefault();
      if (text.value.trim()) this.send({ type: "chat", text: text.value });
      text.value = "";
    };
    const reaction = h("select", { "aria-label": "Quick reaction" }, ...REACTIONS.map((name) => h("option", { value: name }, name.replace("_", " "))));
    const link = h("p");
    const showLink = async () => link.replaceChildren("Whoever has this link has your seat: ", h("a", { href: (await this.ownSeat()).link }, "the link to your seat"));
    fill(this.parts.talk, h("h2", {}, "Talk"),
      h("form", { class: "row", onsubmit: say }, text, h("button", {}, "Say")),
      h("div", { class: "row" }, reaction, h("button", { onclick: () => this.send({ type: "react", reaction: reaction.value }) }, "React")),
      h("details", { ontoggle: showLink }, h("summary", {}, "This seat on another device"), link));
  }
}

