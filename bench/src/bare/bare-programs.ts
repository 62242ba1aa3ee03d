import { callOk } from '../load/http-client.js';
import { type Operation, runWindow, summarize, type Timing, type Window } from '../measure/operation.js';
import { type Amounts, ProcessorClock } from '../measure/processor-clock.js';
import type { Place } from '../prepare/places.js';
import { personOf } from '../scenarios/requests.js';
import type { BareMeasured } from '../scenarios/scenario.js';
import { CONTENT } from '../scenarios/sends.js';
import type { Target } from '../target.js';
import type { BareStatement } from './bare-statements.js';
import { type BareProcess, startBare } from './start-bare.js';

const CREDENTIALS = `Basic ${Buffer.from('bench:bare').toString('base64')}`;
const TIMING = { windowMs: 400, windows: 1, warmUpMs: 0, warmUpWindows: 0, quietMs: 1_000, idleMs: 0 } as const satisfies Timing;
/** The first time takes longer until its code is compiled. */
const FIRST_WARM_UP_MS = 2_500;
const WARM_UP_MS = 100;

/** Collects the windows of a bare program between those of a scenario. */
export interface BareBeside {
  addWindow(): Promise<void>;
  sum(): BareMeasured;
}

/** The two bare programs, with the stores of the suite, whose own services are idle while a window of theirs is measured. */
export class BarePrograms {
  private readonly warm = new Set<string>();

  private constructor(
    private readonly edge: BareProcess,
    private readonly store: BareProcess,
    private readonly clock: ProcessorClock,
    private readonly idle: Amounts,
  ) {}

  static async start(target: Target, { processes }: ProcessorClock, idle: Amounts): Promise<BarePrograms> {
    const store = await startBare('bare-program', ['store', target.nats_url, target.database_url]);
    const edge = await startBare('bare-program', ['edge', target.nats_url, CREDENTIALS]);
    const stores = processes.filter(({ name }) => name === 'postgres' || name === 'nats');
    const clock = new ProcessorClock([{ name: 'edge', pid: edge.pid }, { name: 'store', pid: store.pid }, ...stores]);
    return new BarePrograms(edge, store, clock, idle);
  }

  beside(statement: BareStatement, place: Place, concurrency: number): BareBeside {
    const windows: Window[] = [];
    const operation = this.operation(statement, place, concurrency);
    const name = concurrency === 1 ? statement : `${statement}, ${concurrency} at once`;
    const warmth = `${name} of ${place.organizationId}`;
    return {
      addWindow: async () => {
        await this.run(operation, this.warm.has(warmth) ? WARM_UP_MS : FIRST_WARM_UP_MS, 0);
        this.warm.add(warmth);
        windows.push(await this.run(operation, TIMING.windowMs, TIMING.quietMs));
      },
      sum: () => ({ name, measured: summarize(windows, true) }),
    };
  }

  stop(): void {
    this.edge.stop();
    this.store.stop();
  }

  private run(operation: Operation, windowMs: number, quietMs: number): Promise<Window> {
    return runWindow(this.clock, this.idle, { ...TIMING, windowMs, quietMs }, operation);
  }

  private operation(statement: BareStatement, place: Place, concurrency: number): Operation {
    const headers = { authorization: CREDENTIALS };
    const fields = {
      organization: String(place.organizationId),
      user: String(personOf(place, 0).id),
      channel: String(place.channelIds[0]),
      content: CONTENT,
    };
    const method = statement === 'insert' ? 'POST' : 'GET';
    return {
      concurrency,
      work: async () => {
        await callOk(method, `${this.edge.url}/${statement}`, headers, fields);
      },
    };
  }
}
