/** The services of the suite that answer /metrics. */
export const MEASURED_SERVICES = [
  'gateway',
  'organization',
  'channels',
  'messaging',
  'settings',
  'invitations',
  'notifications',
  'event-queue',
] as const;
/** It runs only with several cells. It also has the metrics that all services have which are called. */
const OF_CELLS = 'directory';
export type MeasuredService = (typeof MEASURED_SERVICES)[number] | typeof OF_CELLS;

export const EVERY_SERVICE: readonly MeasuredService[] = MEASURED_SERVICES;
/** Those that serve calls and have a database: all but the gateway. */
export const CALLED_SERVICES: readonly MeasuredService[] = MEASURED_SERVICES.filter((service) => service !== 'gateway');
export const DIRECTORY: readonly MeasuredService[] = [OF_CELLS];
export const SERVICES_WITH_JOBS: readonly MeasuredService[] = CALLED_SERVICES.filter((service) => service !== 'settings');

/** What the process, the documentation, the alert rules and the dashboards need to know of a metric. */
interface Declared<L extends string> {
  /** Durations are in seconds, sizes in bytes; counters end in `_total`. */
  readonly name: `parley_${string}`;
  readonly meaning: string;
  /** Label by name, with the meaning of its values. Every label has few values. */
  readonly labels?: Readonly<Record<L, string>>;
  readonly services: readonly MeasuredService[];
  /** What an operator does with it, or reads from it. */
  readonly use: string;
}

export interface CounterDeclaration<L extends string = string> extends Declared<L> {
  readonly type: 'counter';
}
export interface GaugeDeclaration<L extends string = string> extends Declared<L> {
  readonly type: 'gauge';
}
export interface HistogramDeclaration<L extends string = string> extends Declared<L> {
  readonly type: 'histogram';
  readonly buckets: readonly number[];
}
export type MetricDeclaration = CounterDeclaration | GaugeDeclaration | HistogramDeclaration;

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function counter<const L extends string = never>(declared: Declared<L>): CounterDeclaration<L> {
  return { type: 'counter', ...declared };
}

export function gauge<const L extends string = never>(declared: Declared<L>): GaugeDeclaration<L> {
  return { type: 'gauge', ...declared };
}

export function histogram<const L extends string = never>(
  declared: Declared<L> & { readonly buckets?: readonly number[] },
): HistogramDeclaration<L> {
  return { type: 'histogram', buckets: DURATION_BUCKETS, ...declared };
}
