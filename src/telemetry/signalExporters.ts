import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

export interface Exporters {
  readonly logs: LogRecordExporter;
  readonly metrics: PushMetricExporter;
  readonly traces: SpanExporter;
}
