// Doing less than is asked for: once a frame on the screen, and at most so often over the line.

/** Do something with the last thing there was, once before the next frame. */
export class PerFrame<T> {
  private latest: T | null = null;
  private frame: number | null = null;

  constructor(private readonly does: (latest: T) => void) {}

  soon(latest: T): void {
    this.latest = latest;
    this.frame ??= requestAnimationFrame(() => this.now());
  }

  /** Do what waits, without waiting. */
  now(): void {
    const latest = this.latest;
    this.cancel();
    if (latest !== null) this.does(latest);
  }

  cancel(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.latest = null;
  }
}

/** Say something at once, then at most every so many ms, and what was last in any case. */
export class Throttle<T> {
  private latest: T | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly does: (latest: T) => void,
    private readonly every: number,
  ) {}

  say(latest: T): void {
    this.latest = latest;
    if (this.timer === null) this.next();
  }

  /** Forget what waits. */
  cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.latest = null;
  }

  /** Say what waits, without waiting: it is the last thing. */
  flush(): void {
    const latest = this.latest;
    this.cancel();
    if (latest !== null) this.does(latest);
  }

  private next(): void {
    const latest = this.latest;
    this.latest = null;
    this.timer = latest === null ? null : setTimeout(() => this.next(), this.every);
    if (latest !== null) this.does(latest);
  }
}
