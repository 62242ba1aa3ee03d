/** A condition that must hold before the process takes work. A check returns undefined, or a sentence about the problem. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

const CHECK_DEADLINE_MS = 2_000;

export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();
  private stopping = false;

  addReadinessCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From now on the process reports that it is not ready, so that no new work is sent to it. */
  markStopping(): void {
    this.stopping = true;
  }

  /** Sentences by check name; an empty object means ready. Returns within 2 seconds. */
  async problems(): Promise<Record<string, string>> {
    if (this.stopping) return { process: 'is stopping' };
    const results = await Promise.all([...this.checks].map(async ([name, check]) => [name, await within(check)] as const));
    return Object.fromEntries(results.flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])));
  }
}

async function within(check: ReadinessCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('did not answer in time'), CHECK_DEADLINE_MS);
  });
  try {
    return await Promise.race([Promise.resolve(check()), deadline]);
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
