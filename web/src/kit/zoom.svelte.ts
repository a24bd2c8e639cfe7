// Zooming and moving a drawing: pinch, wheel, dragging and keys, kept inside the drawing's box.
type Box = readonly [number, number, number, number];
interface Point {
  x: number;
  y: number;
}

const MOST = 8;

export class Zoom {
  private box = $state.raw<Box>([0, 0, 1, 1]);
  private centre = $state.raw<Point>({ x: 0.5, y: 0.5 });
  factor = $state(1);
  /** a drawing that is dragging something of its own sets this, so that the board stays */
  held = false;
  private readonly touches = new Map<number, Point>();
  private svg: SVGSVGElement | null = null;

  /** a finger or a button is down on the board */
  get pressed(): boolean {
    return this.touches.size > 0;
  }

  fit(box: Box): void {
    if (box.every((value, i) => value === this.box[i])) return;
    this.box = box;
    this.reset();
  }

  reset(): void {
    const [x, y, width, height] = this.box;
    this.factor = 1;
    this.centre = { x: x + width / 2, y: y + height / 2 };
  }

  get viewBox(): string {
    const [, , width, height] = this.box;
    const [w, h] = [width / this.factor, height / this.factor];
    return `${this.centre.x - w / 2} ${this.centre.y - h / 2} ${w} ${h}`;
  }

  /** A point of the screen in the drawing's own units. */
  toBoard(at: { clientX: number; clientY: number }): Point {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return this.centre;
    const point = new DOMPoint(at.clientX, at.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  by(times: number, around: Point = this.centre): void {
    const factor = Math.min(MOST, Math.max(1, this.factor * times));
    const share = 1 - this.factor / factor;
    const centre = this.centre;
    this.factor = factor;
    this.moveTo({ x: centre.x + (around.x - centre.x) * share, y: centre.y + (around.y - centre.y) * share });
  }

  moveTo(centre: Point): void {
    const [x, y, width, height] = this.box;
    const [w, h] = [width / this.factor / 2, height / this.factor / 2];
    const inside = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
    this.centre = { x: inside(centre.x, x + w, x + width - w), y: inside(centre.y, y + h, y + height - h) };
  }

  /** Listen to a drawing; what is returned stops it. */
  listen(svg: SVGSVGElement): () => void {
    this.svg = svg;
    const stop = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(name: K, does: (event: SVGElementEventMap[K]) => void) =>
      svg.addEventListener(name, does, { signal: stop.signal, passive: false });
    on("wheel", (event) => {
      event.preventDefault();
      this.by(event.deltaY < 0 ? 1.2 : 1 / 1.2, this.toBoard(event));
    });
    on("pointerdown", (event) => this.touched(event));
    on("pointermove", (event) => this.dragged(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"] as const)
      on(name, (event) => this.touches.delete(event.pointerId));
    return () => stop.abort();
  }

  /** With the first finger nothing is left of others whose end was not heard. */
  private touched(event: PointerEvent): void {
    if (event.isPrimary) this.touches.clear();
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private dragged(event: PointerEvent): void {
    const before = this.touches.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.touches.set(event.pointerId, now);
    const other = others[0];
    if (other) {
      const length = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      this.by(length(now) / length(before), this.toBoard(middle));
    } else if (!this.held) {
      const scale = this.svg?.getScreenCTM()?.a ?? 1;
      this.moveTo({
        x: this.centre.x - (now.x - before.x) / scale,
        y: this.centre.y - (now.y - before.y) / scale,
      });
    }
  }
}
