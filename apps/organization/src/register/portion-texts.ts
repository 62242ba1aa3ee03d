import { LRUCache } from 'lru-cache';

/**
 * Keeps texts that are made of the rows of a portion of people, by a key that says all that a text depends on. Of several calls that need the same
 * text at once, one makes it. Otherwise eight registrations in an organization of 100,000 would serialize everybody eight times.
 */
export class PortionTexts<T extends object> {
  private readonly kept: LRUCache<string, T>;
  private readonly underWay = new Map<string, Promise<T>>();

  /** The text for a key is always the same. */
  constructor(options: { readonly maxBytes: number; bytesOf(text: T): number }) {
    this.kept = new LRUCache<string, T>({ maxSize: options.maxBytes, sizeCalculation: (text) => Math.max(1, options.bytesOf(text)) });
  }

  find(key: string): T | undefined {
    return this.kept.get(key);
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    const found = this.find(key);
    if (found !== undefined) return found;
    const others = this.underWay.get(key);
    if (others === undefined) return this.make(key, make);
    // That call may fail for a reason of its own, such as its deadline.
    await others.catch(() => undefined);
    return this.find(key) ?? this.make(key, make);
  }

  private async make(key: string, make: () => Promise<T>): Promise<T> {
    const made = make();
    this.underWay.set(key, made);
    try {
      const text = await made;
      this.kept.set(key, text);
      return text;
    } finally {
      if (this.underWay.get(key) === made) this.underWay.delete(key);
    }
  }
}
