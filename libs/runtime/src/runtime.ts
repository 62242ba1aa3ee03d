import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { BaseConfig } from './config.js';
import { Health } from './health.js';
import { createLogger, type Logger } from './logger.js';
import { ManagementPages } from './management-pages.js';
import { Metrics } from './metrics/metrics.js';
import { StoreReadings } from './metrics/store-readings.js';
import { storeNeedsOf } from './store-needs.js';
import type { Tracing } from './tracing/span.js';
import { startTracing } from './tracing/start-tracing.js';
import { TransientErrors } from './transient-errors.js';

/** What every process has. Created first, and passed to every module. */
export class Runtime {
  readonly instance: string;
  /** Names this process on the bus. Its random end keeps it apart from an earlier process of the same instance. */
  readonly address: string;
  readonly logger: Logger;
  readonly health: Health;
  readonly managementPages = new ManagementPages();
  readonly passingFailures = new TransientErrors();
  readonly metrics: Metrics;
  readonly stores: StoreReadings;
  private openedTracing: Tracing | undefined;

  constructor(
    readonly service: string,
    readonly config: BaseConfig,
  ) {
    // The host name is needed too: in containers every process can have the same id.
    this.instance = config.INSTANCE ?? `${service}-${hostname()}-${process.pid}`;
    this.address = `${this.instance.replace(/[^\w-]/g, '-')}-${randomBytes(6).toString('hex')}`;
    this.logger = createLogger({ service, instance: this.instance, level: config.LOG_LEVEL });
    this.health = new Health(storeNeedsOf(service));
    this.metrics = new Metrics(service, this.instance);
    this.stores = new StoreReadings(this.metrics);
  }

  /** The runtime of a process that traces if its configuration says so. `exporter`: where tests look for the spans. */
  static async start(service: string, config: BaseConfig, exporter?: SpanExporter): Promise<Runtime> {
    const runtime = new Runtime(service, config);
    runtime.openedTracing = await startTracing(runtime, exporter);
    return runtime;
  }

  /** Undefined if tracing is off. */
  get tracing(): Tracing | undefined {
    return this.openedTracing;
  }
}
