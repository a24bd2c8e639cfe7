// The photo while it is laid to scale: which tool is in the hand, and the points tapped so far.
import { centred, scaled, type Photo, type Point } from "./photo";
import type { RealTable } from "./real.svelte";

export type Tool = "move" | "scale" | "centre";

export class Tracing {
  /** null: the cards are being moved, not the photo */
  tool = $state<Tool | null>(null);
  points = $state.raw<readonly Point[]>([]);

  constructor(private readonly table: RealTable) {}

  take(tool: Tool | null): void {
    this.tool = this.tool === tool ? null : tool;
    this.points = [];
  }

  change(part: Partial<Photo>): void {
    if (this.table.photo) this.table.show({ ...this.table.photo, ...part });
  }

  /** A point of the photo was tapped. */
  tap(x: number, y: number): void {
    const { photo } = this.table;
    if (!photo) return;
    if (this.tool === "centre") {
      this.table.show(centred(photo, { x, y }));
      this.take(null);
    } else if (this.tool === "scale") {
      this.points = [...this.points, { x, y }];
      const [a, b] = this.points;
      if (!a || !b) return;
      this.table.show(scaled(photo, a, b));
      this.take(null);
    }
  }

  drag(dx: number, dy: number): void {
    const { photo } = this.table;
    if (photo && this.tool === "move") this.change({ x: photo.x + dx, y: photo.y + dy });
  }
}
