import { apiErrors } from '@parley/contracts';

/**
 * Lets a bounded number of registrations run at once: each holds a database connection for as long as all services read their parts. More
 * wait in line; those who would wait too long are told to come again.
 */
export class InTurn {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly longestLine: number,
  ) {}

  /** @throws 503 when the line is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.longestLine) throw apiErrors.unavailable();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
