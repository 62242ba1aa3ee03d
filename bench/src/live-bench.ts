import { setTimeout as delay } from 'node:timers/promises';
import type { BareStatement } from './bare/bare-statements.js';
import { type BareProcess, startBare } from './bare/start-bare.js';
import { callOk } from './load/http-client.js';
import { measureIdle, untilQuiet } from './measure/idle.js';
import { type Measured, measureOperation, type Operation, type Timing } from './measure/operation.js';
import { type Amounts, ProcessorClock } from './measure/processor-clock.js';
import { credentials, type Place, type PlaceName, type Places } from './prepare/places.js';
import { personOf } from './scenarios/requests.js';
import type { Bench } from './scenarios/scenario.js';
import { CONTENT } from './scenarios/sends.js';
import type { Target } from './target.js';

/** Runs work while the services are profiled. */
export type Profiled = <T>(work: () => Promise<T>) => Promise<T>;

export interface LiveBenchOptions {
  /** Reads the running processes. */
  target(): Target;
  readonly places: Places;
  readonly timing: Timing;
  readonly quick: boolean;
  readonly profiled?: Profiled | undefined;
  say(text: string): void;
}

const RENEW_AFTER_MS = 5_000;

/** The bench on a running suite. */
export class LiveBench implements Bench {
  private readonly bares = new Map<string, Promise<Measured>>();

  readonly timing: Timing;
  readonly quick: boolean;
  target: Target;
  clock: ProcessorClock;

  private constructor(
    private readonly options: LiveBenchOptions,
    readonly idle: Amounts,
  ) {
    this.timing = options.timing;
    this.quick = options.quick;
    this.target = options.target();
    this.clock = clockOf(this.target);
  }

  static async open(options: LiveBenchOptions): Promise<LiveBench> {
    options.say(`idle for ${options.timing.idleMs / 1000} s`);
    return new LiveBench(options, await measureIdle(clockOf(options.target()), options.timing.idleMs));
  }

  place(name: PlaceName): Place {
    const place = this.options.places[name];
    if (place === undefined) throw new Error(`the organization ${name} was not prepared`);
    return place;
  }

  measure(operation: Operation): Promise<Measured> {
    return measureOperation(this.clock, this.idle, this.timing, operation, {
      progress: (text) => this.progress(`  ${text}`),
      recorded: (windows) => this.recorded(windows),
    });
  }

  recorded<T>(work: () => Promise<T>): Promise<T> {
    return this.options.profiled === undefined ? work() : this.options.profiled(work);
  }

  bare(statement: BareStatement, place: PlaceName, concurrency: number): Promise<Measured> {
    // Only these two read what differs between organizations.
    const key = [statement, concurrency, statement === 'page' || statement === 'register' ? place : ''].join(' ');
    const known = this.bares.get(key) ?? this.measureBare(statement, this.place(place), concurrency);
    this.bares.set(key, known);
    return known;
  }

  progress(text: string): void {
    this.options.say(text);
  }

  /** Time for the supervisor to start another process, and for the command to write it down. */
  async renew(): Promise<void> {
    await delay(RENEW_AFTER_MS);
    this.target = this.options.target();
    this.clock = clockOf(this.target);
    await untilQuiet(this.clock, this.idle, this.timing.idleMs);
  }

  /** With the stores of the suite, whose own services are idle meanwhile. */
  private async measureBare(statement: BareStatement, place: Place, concurrency: number): Promise<Measured> {
    this.progress(`  bare program: ${statement}, ${concurrency} at once`);
    const headers = credentials(personOf(place, 0));
    const started: BareProcess[] = [];
    try {
      const store = await startBare('bare-program', ['store', this.target.nats_url, this.target.database_url]);
      started.push(store);
      const edge = await startBare('bare-program', ['edge', this.target.nats_url, headers.authorization ?? '']);
      started.push(edge);
      const stores = this.clock.processes.filter(({ name }) => name === 'postgres' || name === 'nats');
      const clock = new ProcessorClock([{ name: 'edge', pid: edge.pid }, { name: 'store', pid: store.pid }, ...stores]);
      const fields = {
        organization: String(place.organizationId),
        user: String(personOf(place, 0).id),
        channel: String(place.channelIds[0]),
        content: CONTENT,
      };
      const method = statement === 'insert' ? 'POST' : 'GET';
      const work = async () => {
        await callOk(method, `${edge.url}/${statement}`, headers, fields);
      };
      return await measureOperation(clock, this.idle, this.timing, { concurrency, work });
    } finally {
      for (const process of started) process.stop();
    }
  }
}

function clockOf({ processes }: Target): ProcessorClock {
  return new ProcessorClock(processes.map(({ service, pid }) => ({ name: service, pid })));
}
