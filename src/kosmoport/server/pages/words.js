// Says actions, events and reasons: ids with parameters, by the templates of the catalogue.

const PARAMETER = /\{(\w+)(?::(\w+))?\}/g;

export class Words {
  constructor(messages, names) {
    this.messages = messages;
    this.names = names; // a function: seat -> name
  }

  term(value) {
    return String(this.messages.term?.[value] ?? value);
  }

  say(section, told) {
    const message = this.messages[section]?.[told.id];
    if (message === undefined) return told.id;
    const template = typeof message === "string" ? message : this.plural(message, told.args[message.by]);
    return template.replace(PARAMETER, (_, name, form) => this.show(told.args[name], form));
  }

  plural(forms, count) {
    return forms[new Intl.PluralRules("en").select(count)] ?? forms.other;
  }

  show(value, form) {
    if (form === "terms" || form === "seats") {
      const one = form === "terms" ? "term" : "seat";
      return value.map((part) => this.show(part, one)).join(", ") || this.term("nothing");
    }
    if (form === "seat") return this.names(value);
    if (form === "mm") return String(value / 10);
    return form === "term" ? this.term(value) : String(value);
  }
}
