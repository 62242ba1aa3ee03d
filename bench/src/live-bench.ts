import type { BareStatement } from './bare/bare-statements.js';
import { type BareProcess, startBare } from './bare/start-bare.js';
import { callOk } from './load/http-client.js';
import { measureIdle } from './measure/idle.js';
import { type Measured, measureOperation, type Operation, type Timing } from './measure/operation.js';
import { type Amounts, ProcessorClock } from './measure/processor-clock.js';
import { credentials, type Place, type PlaceName, type Places } from './prepare/places.js';
import { personOf } from './scenarios/requests.js';
import type { Bench } from './scenarios/scenario.js';
import { CONTENT } from './scenarios/sends.js';
import type { Target } from './target.js';

/** The bench on a running suite. */
export class LiveBench implements Bench {
  private readonly bares = new Map<string, Promise<Measured>>();

  private constructor(
    readonly target: Target,
    private readonly places: Places,
    readonly timing: Timing,
    readonly quick: boolean,
    readonly clock: ProcessorClock,
    readonly idle: Amounts,
    private readonly say: (text: string) => void,
  ) {}

  static async open(
    target: Target,
    places: Places,
    options: { timing: Timing; quick: boolean; say: (text: string) => void },
  ): Promise<LiveBench> {
    const clock = new ProcessorClock(target.processes.map(({ service, pid }) => ({ name: service, pid })));
    options.say(`idle for ${options.timing.idleMs / 1000} s`);
    const idle = await measureIdle(clock, options.timing.idleMs);
    return new LiveBench(target, places, options.timing, options.quick, clock, idle, options.say);
  }

  place(name: PlaceName): Place {
    const place = this.places[name];
    if (place === undefined) throw new Error(`the organization ${name} was not prepared`);
    return place;
  }

  measure(operation: Operation): Promise<Measured> {
    return measureOperation(this.clock, this.idle, this.timing, operation, (text) => this.progress(`  ${text}`));
  }

  bare(statement: BareStatement, place: PlaceName, concurrency: number): Promise<Measured> {
    // Only these two read what differs between organizations.
    const key = [statement, concurrency, statement === 'page' || statement === 'register' ? place : ''].join(' ');
    const known = this.bares.get(key) ?? this.measureBare(statement, this.place(place), concurrency);
    this.bares.set(key, known);
    return known;
  }

  progress(text: string): void {
    this.say(text);
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
