import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One registry per process. Names start with `parley_`; durations are in seconds. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string, instance: string) {
    this.registry.setDefaultLabels({ service, instance });
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
  /** `collect` sets the value when the metrics are read. */
  gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = [], collect?: () => Promise<void>): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry], ...(collect === undefined ? {} : { collect }) });
  }
  histogram<L extends string>(name: string, help: string, labelNames: readonly L[] = [], buckets = DURATION_BUCKETS): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] });
  }
}

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
