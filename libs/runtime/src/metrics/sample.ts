/** A scrape waits at most this long for a store. */
const DEADLINE_MS = 1_000;

/**
 * A reading from a store that metrics show. It is taken when the metrics are read, and at most once within `keptMs`, however many metrics and
 * scrapes use it. If the store fails or is slow, the reading is undefined, and the other metrics are shown.
 */
export class Sample<T> {
  private last: { readonly at: number; readonly value: Promise<T | undefined> } | undefined;

  constructor(
    private readonly take: () => Promise<T>,
    private readonly keptMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  read(): Promise<T | undefined> {
    const now = performance.now();
    if (this.last === undefined || now - this.last.at >= this.keptMs) this.last = { at: now, value: this.taken() };
    return this.last.value;
  }

  private async taken(): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('took too long')), DEADLINE_MS);
    });
    try {
      return await Promise.race([this.take(), late]);
    } catch (error) {
      this.last = undefined;
      this.onFailure(error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
