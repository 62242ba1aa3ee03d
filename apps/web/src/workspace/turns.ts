/** What was pressed, and what it showed. A button may show another action after the first one. */
export interface Press {
  readonly target: unknown;
  readonly shown: string;
}

/** Runs tasks one after the other, in the order of their presses. */
export class Turns {
  private readonly waiting = new Set<Press>();
  private last: Promise<unknown> = Promise.resolve();

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** Nothing if the same press already runs or waits: a double click does a thing once. */
  take<T>(press: Press, task: () => Promise<T>): Promise<T> | undefined {
    for (const { target, shown } of this.waiting) if (target === press.target && shown === press.shown) return undefined;
    const run = this.isBusy ? this.last.then(task, task) : task();
    this.waiting.add(press);
    const ended = run.finally(() => this.waiting.delete(press));
    this.last = ended;
    return ended;
  }
}

/** A form is one press, also if it is sent by a key. */
export function pressOf(event: Event | undefined): Press {
  const target = event?.target instanceof Element ? (event.target.closest('button, input, select, form') ?? event.target) : undefined;
  if (target instanceof HTMLInputElement) return { target, shown: `${target.value} ${target.checked}` };
  if (target instanceof HTMLSelectElement) return { target, shown: target.value };
  if (target instanceof HTMLButtonElement) return { target, shown: target.getAttribute('aria-label') ?? target.textContent ?? '' };
  return { target, shown: '' };
}
