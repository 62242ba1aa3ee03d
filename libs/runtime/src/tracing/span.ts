export type { SpanExporter } from '@opentelemetry/sdk-trace';

/** What others need to continue a trace: in the head of a call, in a broadcast, with a job. */
export interface TraceHead {
  /** In the format of the W3C. */
  readonly traceparent: string;
  readonly requestId?: string | undefined;
}

/** Never a secret, a key, a text of a message or a parameter of a request: spans leave the installation. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default: internal. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** Spans of other traces that this one also belongs to. */
  readonly links?: readonly Span[];
}

/** A span of OpenTelemetry, as far as the suite needs it. */
export interface Span extends TraceHead {
  readonly traceId: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: SpanAttributes): void;
  /** With an error, the span is shown as failed. Of the error it has the name only. */
  end(error?: unknown): void;
}

/** Starts the spans of a process. */
export interface Tracing {
  /** The first span of this process in a trace. Without `from`, or if that is not valid, a new trace begins. */
  start(name: string, from: Partial<TraceHead>, options?: SpanOptions): Span;
  /** Exports what has not been exported yet. Never throws. */
  stop(): Promise<void>;
}
