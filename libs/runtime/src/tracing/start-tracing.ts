import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config.js';
import type { Runtime } from '../runtime.js';
import type { Tracing } from './span.js';

/** Tracing is on if an exporter or an endpoint is configured, unless it is disabled. */
function isTraced(config: TracingConfig): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = config;
  if (OTEL_SDK_DISABLED === true || OTEL_TRACES_EXPORTER === 'none') return false;
  return [OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some((given) => given !== undefined);
}

/**
 * Undefined if tracing is off: then nothing of OpenTelemetry is loaded (docs/adr/0040-tracing.md). `exporter`: instead of the one that sends spans to a
 * collector.
 */
export async function startTracing(
  { service, instance, config, logger }: Pick<Runtime, 'service' | 'instance' | 'config' | 'logger'>,
  exporter?: SpanExporter,
): Promise<Tracing | undefined> {
  if (!isTraced(config)) return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return OpenTelemetry.open({ service, instance, config, logger }, exporter);
}
