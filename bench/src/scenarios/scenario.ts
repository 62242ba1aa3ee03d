import type { BareStatement } from '../bare/bare-statements.js';
import type { Measured, Operation, Timing } from '../measure/operation.js';
import type { Amounts, ProcessorClock } from '../measure/processor-clock.js';
import type { Place, PlaceName } from '../prepare/places.js';
import type { Row } from '../report/row.js';
import type { Target } from '../target.js';

/** What a scenario works with. */
export interface Bench {
  readonly target: Target;
  readonly timing: Timing;
  readonly clock: ProcessorClock;
  readonly idle: Amounts;
  readonly quick: boolean;
  /** The path of a Chromium. Empty without one. */
  readonly browser: string;
  place(name: PlaceName): Place;
  measure(operation: Operation): Promise<Measured>;
  /** The same, and after each window one of a bare program with the same hops, because the speed of a processor changes within minutes. */
  measureBeside(statement: BareStatement, place: PlaceName, operation: Operation): Promise<[Measured, BareMeasured]>;
  /** How often scenarios that take turns run. */
  readonly turns: number;
  beginTurn(turn: number, turns: number): void;
  /** Work whose processes are profiled with `--profile`. */
  recorded<T>(work: () => Promise<T>): Promise<T>;
  progress(text: string): void;
  /** After a failure: finds the processes that run now. */
  renew(): Promise<void>;
}

export interface BareMeasured {
  readonly name: string;
  readonly measured: Measured;
}

export interface Scenario {
  readonly name: string;
  readonly needs: readonly PlaceName[];
  /** Scenarios next to each other with the same name here run in turns, several times. Without it, a scenario runs once. */
  readonly turns?: string;
  /** It takes minutes, so a whole run leaves it out. */
  readonly onlyIfNamed?: boolean;
  run(bench: Bench): Promise<readonly Row[]>;
}

export function rowOf(name: string, measured: Measured, bare?: BareMeasured): Row {
  return {
    name,
    unit: 'ms per operation',
    total: measured.total,
    by: measured.by,
    spread: measured.spread,
    p50: measured.p50,
    p99: measured.p99,
    perSecond: measured.perSecond,
    operations: measured.operations,
    ...(measured.steady ? {} : { note: 'not steady after the warm-up' }),
    ...(bare === undefined
      ? {}
      : {
          bare: { name: bare.name, total: bare.measured.total, p50: bare.measured.p50, perSecond: bare.measured.perSecond },
          ratio: measured.total / bare.measured.total,
        }),
  };
}
