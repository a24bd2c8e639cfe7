// A lesson as it is gone through: the chapter, what the learner did in it, and what the server made of that.
import type { AnyView, GameDrawing } from "../games/contract";
import { request } from "../net/request";
import type { Lesson, LessonAnswer, LessonChapter, LessonStep, Problem, Told } from "../protocol";
import { Director } from "../table/director.svelte";
import { keepProgress, progressIn } from "./progress";

/** What the learner is told about the last thing they did. */
type Comment =
  { kind: "well_done" | "not_quite"; step: string } | { kind: "illegal"; problem: Problem } | null;

export class LessonRun {
  chapter = $state.raw<LessonChapter>();
  answer = $state.raw<LessonAnswer | null>(null);
  comment = $state.raw<Comment>(null);
  done = $state.raw<readonly string[]>([]);
  busy = $state(false);
  actions = $state.raw<readonly (Told | null)[]>([]);
  readonly director: Director;

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    drawing: GameDrawing,
  ) {
    this.director = new Director(drawing.scenes);
  }

  /** Where the learner was last, or the beginning. */
  async begin(): Promise<void> {
    const kept = progressIn(this.game);
    this.done = kept?.done ?? [];
    const chapter = this.lesson.chapters.find((one) => one.id === kept?.chapter);
    await this.open(chapter ?? this.lesson.chapters[0]!, chapter ? kept!.actions : []);
  }

  get step(): LessonStep | null {
    return this.chapter?.steps.find((one) => one.id === this.answer?.step) ?? null;
  }

  /** The step that is spoken about: praise still belongs to the one before. */
  get shownStep(): LessonStep | null {
    const praised = this.comment?.kind === "well_done" ? this.comment.step : null;
    return this.chapter?.steps.find((one) => one.id === praised) ?? this.step;
  }

  get number(): number {
    return this.shownStep ? this.chapter!.steps.indexOf(this.shownStep) + 1 : this.chapter!.steps.length;
  }

  get following(): LessonChapter | null {
    const chapters = this.lesson.chapters;
    return chapters[chapters.findIndex((one) => one.id === this.chapter?.id) + 1] ?? null;
  }

  /** May the learner act on the table now? */
  get acting(): boolean {
    return this.step?.kind === "do" && this.comment?.kind !== "well_done" && !this.busy;
  }

  async open(chapter: LessonChapter, actions: readonly (Told | null)[] = []): Promise<void> {
    let answer = await this.ask(chapter, actions);
    // What was kept may be from an older lesson: then the chapter begins anew.
    if (answer.outcome === "illegal" || answer.outcome === "not_quite") {
      actions = [];
      answer = await this.ask(chapter, actions);
    }
    this.chapter = chapter;
    this.actions = actions;
    this.answer = answer;
    this.comment = null;
    this.director.jump(answer.position.view as AnyView);
    this.note();
  }

  /** Do something on the table, or go on from something that was read (null). */
  async attempt(action: Told | null): Promise<void> {
    const before = this.answer?.position.view as AnyView | undefined;
    const step = this.step;
    if (!this.chapter || !before || !step || this.busy) return;
    const answer = await this.ask(this.chapter, [...this.actions, action]);
    if (answer.outcome === "illegal" && answer.problem)
      this.comment = { kind: "illegal", problem: answer.problem };
    else if (answer.outcome === "not_quite") this.comment = { kind: "not_quite", step: step.id };
    else this.went(answer, action, before, step);
  }

  /** One step back in this chapter. */
  async back(): Promise<void> {
    if (this.comment?.kind === "not_quite" || this.comment?.kind === "illegal") this.comment = null;
    if (this.actions.length > 0) await this.open(this.chapter!, this.actions.slice(0, -1));
  }

  /** The praise was read. */
  goOn(): void {
    this.comment = null;
    this.director.skip();
  }

  close(): void {
    this.director.close();
  }

  private went(answer: LessonAnswer, action: Told | null, before: AnyView, step: LessonStep): void {
    this.actions = [...this.actions, action];
    this.answer = answer;
    this.comment = action === null ? null : { kind: "well_done", step: step.id };
    for (const { told, by, position } of answer.frames) {
      this.director.follow({ before, after: position.view as AnyView, told, by });
      before = position.view as AnyView;
    }
    if (answer.frames.length === 0) this.director.jump(answer.position.view as AnyView);
    this.note();
  }

  private note(): void {
    const { id } = this.chapter!;
    const over = this.answer?.step === null;
    if (over && !this.done.includes(id)) this.done = [...this.done, id];
    keepProgress(this.game, { chapter: id, actions: [...this.actions], done: [...this.done] });
  }

  private async ask(chapter: LessonChapter, actions: readonly (Told | null)[]): Promise<LessonAnswer> {
    this.busy = true;
    try {
      return await request<LessonAnswer>("POST", `/api/games/${this.game}/lesson`, {
        body: { chapter: chapter.id, actions },
      });
    } finally {
      this.busy = false;
    }
  }
}
