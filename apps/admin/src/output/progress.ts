const EVERY_MS = 2_000;

/** Shows how far a long command is, every two seconds. */
export class Progress {
  private shownAt = performance.now();

  constructor(private readonly report: (line: string) => void) {}

  show(line: () => string): void {
    if (performance.now() - this.shownAt < EVERY_MS) return;
    this.shownAt = performance.now();
    this.report(line());
  }
}

/** With separators of thousands. */
export function shownCount(count: number): string {
  return count.toLocaleString('en');
}
