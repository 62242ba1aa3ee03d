import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

const SUCCESS = 0;

/** The spans of the processes that a test starts with it. It needs no code of OpenTelemetry, which most tests never load. */
export class RecordedSpans implements SpanExporter {
  readonly spans: ReadableSpan[] = [];

  export(spans: ReadableSpan[], done: (result: { code: number }) => void): void {
    this.spans.push(...spans);
    done({ code: SUCCESS });
  }

  async shutdown(): Promise<void> {
    // Nothing to close.
  }

  ofTrace(traceId: string): ReadableSpan[] {
    return this.spans.filter((span) => span.spanContext().traceId === traceId);
  }
}
