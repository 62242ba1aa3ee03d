import { setTimeout as delay } from 'node:timers/promises';
import { BarePrograms } from './bare/bare-programs.js';
import type { BareStatement } from './bare/bare-statements.js';
import { measureIdle, untilQuiet } from './measure/idle.js';
import { type Hooks, type Measured, measureOperation, type Operation, type Timing } from './measure/operation.js';
import { type Amounts, ProcessorClock } from './measure/processor-clock.js';
import type { Place, PlaceName, Places } from './prepare/places.js';
import type { BareMeasured, Bench } from './scenarios/scenario.js';
import type { Target } from './target.js';

/** Runs work while the services are profiled. */
export type Profiled = <T>(work: () => Promise<T>) => Promise<T>;

export interface LiveBenchOptions {
  /** Reads the running processes. */
  target(): Target;
  readonly places: Places;
  readonly timing: Timing;
  readonly turns: number;
  readonly quick: boolean;
  readonly browser: string;
  readonly profiled?: Profiled | undefined;
  say(text: string): void;
}

const ONE_WINDOW = { windows: 1, windowMs: 800, warmUpMs: 800 };
const SHORT_WARM_UP_MS = 300;
const RENEW_AFTER_MS = 5_000;
/** A service at rest collects the garbage of its start within 40 s. Before that, this collection would be part of what is measured first. */
const AFTER_START_MS = 45_000;

/** The bench on a running suite. */
export class LiveBench implements Bench {
  private bares: Promise<BarePrograms> | undefined;

  timing: Timing;
  readonly turns: number;
  readonly quick: boolean;
  readonly browser: string;
  target: Target;
  clock: ProcessorClock;

  private constructor(
    private readonly options: LiveBenchOptions,
    readonly idle: Amounts,
  ) {
    this.timing = options.timing;
    this.turns = options.turns;
    this.quick = options.quick;
    this.browser = options.browser;
    this.target = options.target();
    this.clock = clockOf(this.target);
  }

  static async open(options: LiveBenchOptions): Promise<LiveBench> {
    options.say(`waiting ${AFTER_START_MS / 1000} s until the services have collected the garbage of their start`);
    await delay(AFTER_START_MS);
    options.say(`idle for ${options.timing.idleMs / 1000} s`);
    return new LiveBench(options, await measureIdle(clockOf(options.target()), options.timing.idleMs));
  }

  place(name: PlaceName): Place {
    const place = this.options.places[name];
    if (place === undefined) throw new Error(`the organization ${name} was not prepared`);
    return place;
  }

  measure(operation: Operation, hooks: Partial<Hooks> = {}): Promise<Measured> {
    return measureOperation(this.clock, this.idle, this.timing, operation, {
      progress: (text) => this.progress(`  ${text}`),
      recorded: (windows) => this.recorded(windows),
      ...hooks,
    });
  }

  async measureBeside(statement: BareStatement, placeName: PlaceName, operation: Operation): Promise<[Measured, BareMeasured]> {
    this.bares ??= BarePrograms.start(this.target, this.clock, this.idle);
    const beside = (await this.bares).beside(statement, this.place(placeName), operation.concurrency);
    const measured = await this.measure(operation, { afterWindow: () => beside.addWindow() });
    return [measured, beside.sum()];
  }

  stop(): void {
    void this.bares?.then((programs) => programs.stop());
  }

  recorded<T>(work: () => Promise<T>): Promise<T> {
    return this.options.profiled === undefined ? work() : this.options.profiled(work);
  }

  /** Each turn has one of the windows. Only the first begins with code that is not compiled yet. */
  beginTurn(turn: number, turns: number): void {
    const { timing } = this.options;
    if (turns === 1) this.timing = timing;
    else if (turn === 0) this.timing = { ...timing, ...ONE_WINDOW };
    else this.timing = { ...timing, ...ONE_WINDOW, warmUpMs: SHORT_WARM_UP_MS, warmUpWindows: 1 };
  }

  progress(text: string): void {
    this.options.say(text);
  }

  /** Time for the supervisor to start another process, and for the command to write it down. */
  async renew(): Promise<void> {
    this.stop();
    this.bares = undefined;
    await delay(RENEW_AFTER_MS);
    this.target = this.options.target();
    this.clock = clockOf(this.target);
    await untilQuiet(this.clock, this.idle, this.timing.idleMs);
  }
}

function clockOf({ processes }: Target): ProcessorClock {
  return new ProcessorClock(processes.map(({ service, pid }) => ({ name: service, pid })));
}
