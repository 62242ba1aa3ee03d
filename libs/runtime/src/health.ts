import type { Store, StoreNeed, StoreNeeds } from './store-needs.js';

/** Returns undefined, or a sentence about the problem. */
export type StoreCheck = () => Promise<string | undefined> | string | undefined;

interface StoreState {
  readonly needed: boolean;
  /** What happens without it, while it has a problem. */
  readonly without?: string;
  readonly problem?: string;
}

export interface Readiness {
  /** `degraded`: a store that the process can serve without is away. */
  readonly status: 'ok' | 'degraded' | 'unavailable' | 'starting' | 'stopping';
  readonly isReady: boolean;
  readonly stores: Readonly<Partial<Record<Store, StoreState>>>;
}

const CHECK_DEADLINE_MS = 2_000;
const UNDECLARED: StoreNeed = { isNeeded: true, without: 'unknown' };

/** Whether the process can serve: it has started, is not stopping, and reaches the stores that it needs. */
export class Health {
  private readonly checks: { readonly store: Store; readonly check: StoreCheck }[] = [];
  private phase: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(private readonly needs: StoreNeeds | undefined) {}

  /** To be called before the first attempt to connect, so that a process that waits for the store can say so. */
  watch(store: Store, check: StoreCheck): void {
    if (this.needs !== undefined && this.needs[store] === undefined) throw new Error(`${store} is not declared in store-needs.ts`);
    this.checks.push({ store, check });
  }

  markStarted(): void {
    if (this.phase === 'starting') this.phase = 'running';
  }

  /** From now on the process reports that it is not ready, so that no new work is sent to it. */
  markStopping(): void {
    this.phase = 'stopping';
  }

  /** Returns within 2 seconds. */
  async read(): Promise<Readiness> {
    const found = await Promise.all(this.checks.map(async ({ store, check }) => [store, await within(check)] as const));
    // A process can have several connections to a store.
    const problems = new Map(found.filter(([, problem]) => problem !== undefined));
    const states = [...new Set(found.map(([store]) => store))].map((store) => [store, this.stateOf(store, problems.get(store))] as const);
    const status = this.statusWith(states.map(([, state]) => state).filter(({ problem }) => problem !== undefined));
    return { status, isReady: status === 'ok' || status === 'degraded', stores: Object.fromEntries(states) };
  }

  private stateOf(store: Store, problem: string | undefined): StoreState {
    const { isNeeded, without } = this.needs?.[store] ?? UNDECLARED;
    return problem === undefined ? { needed: isNeeded } : { needed: isNeeded, problem, without };
  }

  private statusWith(missing: readonly StoreState[]): Readiness['status'] {
    if (this.phase !== 'running') return this.phase;
    if (missing.some(({ needed }) => needed)) return 'unavailable';
    return missing.length > 0 ? 'degraded' : 'ok';
  }
}

async function within(check: StoreCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('did not answer in time'), CHECK_DEADLINE_MS);
  });
  try {
    return await Promise.race([Promise.resolve(check()), deadline]);
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Node's error for a host with several addresses has no message, only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
