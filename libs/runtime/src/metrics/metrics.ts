import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterDeclaration,
  type GaugeDeclaration,
  type HistogramDeclaration,
  METRICS,
  type MetricDeclaration,
} from './declared/index.js';

/** One registry per process. Each metric is declared in `declared/`. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string, instance: string) {
    this.registry.setDefaultLabels({ service, instance });
    collectDefaultMetrics({ register: this.registry });
    this.counter(METRICS.eventLoopBusySeconds, () => performance.eventLoopUtilization().active / 1000);
  }

  /** `read` gives the total when the metrics are read, for what is counted elsewhere. */
  counter<L extends string>(declared: CounterDeclaration<L>, read?: () => number): Counter<L> {
    const counter: Counter<L> = new Counter({
      ...this.optionsOf(declared),
      ...(read === undefined ? {} : { collect: () => setTotal(counter, read()) }),
    });
    return counter;
  }
  /** `collect` sets the value when the metrics are read. */
  gauge<L extends string>(declared: GaugeDeclaration<L>, collect?: (gauge: Gauge<L>) => Promise<void> | void): Gauge<L> {
    const gauge: Gauge<L> = new Gauge({
      ...this.optionsOf(declared),
      ...(collect === undefined ? {} : { collect: () => collect(gauge) }),
    });
    return gauge;
  }
  histogram<L extends string>(declared: HistogramDeclaration<L>): Histogram<L> {
    return new Histogram({ ...this.optionsOf(declared), buckets: [...declared.buckets] });
  }

  private optionsOf<L extends string>({ name, meaning, labels }: MetricDeclaration & { readonly labels?: Readonly<Record<L, string>> }) {
    return { name, help: meaning, labelNames: keysOf<L>(labels), registers: [this.registry] };
  }
}

function setTotal(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}

function keysOf<L extends string>(labels: Readonly<Record<L, string>> | undefined): L[] {
  if (labels === undefined) return [];
  return Object.keys(labels).filter((name): name is L => name in labels);
}
