import type * as api from '@opentelemetry/api';
import { isSpanContextValid, type Link, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SimpleSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.js';
import type { Logger } from '../logger.js';
import type { Span, SpanAttributes, SpanOptions, TraceHead, Tracing } from './span.js';

/** How long a stop waits for the collector. */
const STOP_MS = 2_000;
const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** What of a process is in each of its spans. */
interface Traced {
  readonly service: string;
  readonly instance: string;
  readonly config: TracingConfig;
  readonly logger: Logger;
}

/** Loaded only if tracing is on. */
export class OpenTelemetry implements Tracing {
  private readonly tracer: api.Tracer;

  private constructor(
    private readonly provider: TracerProvider,
    private readonly logger: Logger,
  ) {
    this.tracer = provider.getTracer('parley');
  }

  static open({ service, instance, config, logger }: Traced, exporter?: SpanExporter): OpenTelemetry {
    const provider = new TracerProvider({
      sampler: samplerOf(config),
      resource: resourceFromAttributes({
        'service.name': config.OTEL_SERVICE_NAME ?? `parley-${service}`,
        'service.instance.id': instance,
        ...parseKeyPairsIntoRecord(config.OTEL_RESOURCE_ATTRIBUTES),
        ...(config.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': config.OTEL_SERVICE_NAME }),
      }),
      // A test sees each span at once.
      spanProcessors: [
        exporter === undefined ? new BatchSpanProcessor({ exporter: otlpExporter(config) }) : new SimpleSpanProcessor({ exporter }),
      ],
      forceFlushTimeoutMillis: STOP_MS,
    });
    return new OpenTelemetry(provider, logger);
  }

  start(name: string, from: Partial<TraceHead>, options: SpanOptions = {}): Span {
    const remote = from.traceparent === undefined ? null : parseTraceParent(from.traceparent);
    const parent = remote === null || !isSpanContextValid(remote) ? undefined : { ...remote, isRemote: true };
    return TracedSpan.start(this.tracer, name, { parent, requestId: from.requestId, options });
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the last spans were not exported within ${STOP_MS} ms`)), STOP_MS);
    });
    try {
      await Promise.race([this.provider.shutdown(), late]);
    } catch (err) {
      this.logger.warn({ err }, 'failed to export the last spans');
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Start {
  readonly parent: SpanContext | undefined;
  readonly requestId: string | undefined;
  readonly options: SpanOptions;
}

class TracedSpan implements Span {
  private constructor(
    private readonly tracer: api.Tracer,
    private readonly span: api.Span,
    readonly requestId: string | undefined,
  ) {}

  static start(tracer: api.Tracer, name: string, { parent, requestId, options }: Start): TracedSpan {
    const { kind = 'internal', attributes, links = [] } = options;
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes: { ...attributes, ...(requestId === undefined ? {} : { 'parley.request.id': requestId }) },
        links: links.flatMap(linkTo),
      },
      context,
    );
    return new TracedSpan(tracer, span, requestId);
  }

  get context(): SpanContext {
    return this.span.spanContext();
  }

  get traceId(): string {
    return this.context.traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.context;
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  /** A trace that was not sampled needs no further spans in this process. */
  child(name: string, options: SpanOptions = {}): Span {
    if (!this.span.isRecording() && (this.context.traceFlags & 1) === 0) return this;
    return TracedSpan.start(this.tracer, name, { parent: this.context, requestId: this.requestId, options });
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined && error !== null) {
      this.span.setStatus({ code: SpanStatusCode.ERROR });
      this.span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    }
    this.span.end();
  }
}

function linkTo(span: Span): Link[] {
  return span instanceof TracedSpan ? [{ context: span.context }] : [];
}

function samplerOf({ OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: share = 1 }: TracingConfig): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(share);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function otlpExporter(config: TracingConfig): SpanExporter {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  // As the standard says: the address of traces is used as it is, the general one is a folder.
  const url = own ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
  return new OTLPTraceExporter({ ...(url === undefined ? {} : { url }), headers: parseKeyPairsIntoRecord(headers) });
}
