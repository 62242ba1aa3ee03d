import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 1_000;
/** What one process works on at once. */
const MAX_AT_ONCE = 4;
const STOP_MS = 2_000;

export interface DueWork<T> {
  /** Takes at most so many: see dueInTurns. */
  claim(most: number): Promise<readonly T[]>;
  work(due: T): Promise<void>;
  /** Work that failed is due again when its claim ends. `due` is undefined if nothing could be claimed. */
  failed(err: unknown, due: T | undefined): void;
}

/** Looks each second for what is due, as every process of the service does, and works on a few at once. What does not end with the process is claimed anew. */
export class DueTurns<T> {
  private readonly turns = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly due: DueWork<T>) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), LOOK_MS);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await Promise.race([Promise.all(this.turns), delay(STOP_MS, undefined, { ref: false })]);
  }

  get hasToStop(): boolean {
    return this.isStopping;
  }

  /** Begins with what is due, as far as this process has room. */
  async look(): Promise<void> {
    try {
      const room = MAX_AT_ONCE - this.turns.size;
      if (this.isStopping || room <= 0) return;
      for (const due of await this.due.claim(room)) this.begin(due);
    } catch (err) {
      this.due.failed(err, undefined);
    }
  }

  private begin(due: T): void {
    const turn = this.due
      .work(due)
      .catch((err: unknown) => this.due.failed(err, due))
      .finally(() => {
        this.turns.delete(turn);
        void this.look();
      });
    this.turns.add(turn);
  }
}
