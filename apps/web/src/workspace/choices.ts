import { Store } from '@parley/client';

interface Choice<V> {
  readonly number: number;
  readonly value: V;
  /** What the server had before. */
  readonly before: V | undefined;
  readonly isAccepted: boolean;
}

export interface ChoicesState<N, V> {
  readonly choices: ReadonlyMap<N, Choice<V>>;
  /** Why the server refused the last one that it answered. */
  readonly error: unknown;
  /** Whether all are accepted. */
  readonly isDone: boolean;
}

export interface ChoicesOptions<N, V> {
  /** What the state of the page has. */
  readonly current: (name: N) => V | undefined;
  readonly send: (name: N, value: V) => Promise<unknown>;
  /** After this time, an accepted choice is no longer shown if no event brought it: somebody else changed it back at once. */
  readonly lateMs?: number;
}

const LATE_MS = 10_000;

/**
 * Values that a person chooses, shown at once. They are sent one after another, so the last choice wins on the server too. A refused one shows the
 * value of the server again, and why. An accepted one stays until its event arrives.
 */
export class Choices<N, V> {
  readonly store = new Store<ChoicesState<N, V>>({ choices: new Map(), error: undefined, isDone: false });
  private queue: Promise<unknown> = Promise.resolve();
  private last = 0;

  constructor(private readonly options: ChoicesOptions<N, V>) {}

  /** What is shown, when the state of the page has `current`. */
  shown(name: N, current: V): V {
    const choice = this.store.get().choices.get(name);
    return choice === undefined ? current : choice.value;
  }

  choose(name: N, value: V): void {
    this.last += 1;
    const number = this.last;
    this.store.update(({ choices }) => {
      const before = choices.get(name)?.before ?? this.options.current(name);
      return { choices: new Map(choices).set(name, { number, value, before, isAccepted: false }), error: undefined, isDone: false };
    });
    this.queue = this.queue
      .then(() => this.options.send(name, value))
      .then(
        () => this.accepted(name, number),
        (error: unknown) => this.refused(name, number, error),
      );
  }

  /** Forgets the choices whose events arrived. Called after each change of the state of the page. */
  settle(): void {
    for (const [name, { number, value, before, isAccepted }] of this.store.get().choices) {
      const current = this.options.current(name);
      if (isAccepted && (isSame(current, value) || !isSame(current, before))) this.forget(name, number);
    }
  }

  private accepted(name: N, number: number): void {
    this.store.update((state) => {
      const choice = state.choices.get(name);
      const isDone = number === this.last && state.error === undefined;
      if (choice?.number !== number) return { ...state, isDone };
      return { ...state, isDone, choices: new Map(state.choices).set(name, { ...choice, isAccepted: true }) };
    });
    this.settle();
    setTimeout(() => this.forget(name, number), this.options.lateMs ?? LATE_MS);
  }

  private refused(name: N, number: number, error: unknown): void {
    this.forget(name, number);
    this.store.update((state) => ({ ...state, error, isDone: false }));
  }

  private forget(name: N, number: number): void {
    this.store.update((state) => {
      if (state.choices.get(name)?.number !== number) return state;
      const choices = new Map(state.choices);
      choices.delete(name);
      return { ...state, choices };
    });
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
