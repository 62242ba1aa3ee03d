/** What must hold for the process to take work. A check answers with undefined, or with a sentence that says what is wrong. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

const CHECK_DEADLINE_MS = 2_000;

export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();
  private stopping = false;

  addReadinessCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From here on the process reports not ready, so that nothing new is sent to it. */
  markStopping(): void {
    this.stopping = true;
  }

  /** Sentences by check name; an empty object means ready. Answers within 2 seconds. */
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
