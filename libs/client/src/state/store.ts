/** One immutable value. A view subscribes to the part that it shows. */
export class Store<S> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: S) {}

  readonly get = (): S => this.value;

  /** Replaces the value. Listeners are told once, and not at all if it is the same. */
  update(change: (value: S) => S): void {
    const next = change(this.value);
    if (next === this.value) return;
    this.value = next;
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls after each change. Returns what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // Its own function, so that the same listener can subscribe twice.
    const entry = () => listener();
    this.listeners.add(entry);
    return () => {
      this.listeners.delete(entry);
    };
  };

  /** Calls when what `selector` returns has changed. Returns what ends it. */
  select<T>(selector: (value: S) => T, listener: (selected: T) => void, isEqual: (a: T, b: T) => boolean = Object.is): () => void {
    let before = selector(this.value);
    return this.subscribe(() => {
      const selected = selector(this.value);
      if (isEqual(before, selected)) return;
      before = selected;
      listener(selected);
    });
  }
}

/** Whether two lists have the same entries: for selectors that make a list. */
export function sameEntries<E>(a: readonly E[], b: readonly E[]): boolean {
  return a.length === b.length && a.every((entry, place) => Object.is(entry, b[place]));
}
