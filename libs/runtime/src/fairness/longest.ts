import { LinkedList, type Node } from './linked-list.js';

interface Entry<T> {
  length: number;
  node: Node<T>;
}

/** Finds the longest of its entries in constant time, because lengths change by one. */
export class Longest<T> {
  private readonly entries = new Map<T, Entry<T>>();
  /** Entries by length. No entry is longer than `top`. */
  private readonly byLength: LinkedList<T>[] = [];
  private top = 0;

  /** Among several of the same length, the one that reached it last. */
  get longest(): T | undefined {
    return this.byLength[this.top]?.last;
  }

  grow(value: T): void {
    this.move(value, 1);
  }

  shrink(value: T): void {
    this.move(value, -1);
  }

  private move(value: T, step: 1 | -1): void {
    const entry = this.entries.get(value);
    const length = (entry?.length ?? 0) + step;
    if (entry !== undefined) this.byLength[entry.length]?.remove(entry.node);
    if (length === 0) this.entries.delete(value);
    else {
      const list = this.byLength[length] ?? new LinkedList<T>();
      this.byLength[length] = list;
      this.entries.set(value, { length, node: list.add(value) });
    }
    if (length > this.top) this.top = length;
    else if (this.byLength[this.top]?.size === 0) this.top -= 1;
  }
}
