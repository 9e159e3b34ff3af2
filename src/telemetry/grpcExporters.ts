// Bundled as a separate file, because gRPC is slow to load.
import { credentials } from '@grpc/grpc-js';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import type { Exporters } from './signalExporters';

export function grpcExporters(endpoint: string, timeoutMillis: number): Exporters {
  const isPlain = endpoint.startsWith('http://');
  const options = () => ({
    url: endpoint,
    credentials: isPlain ? credentials.createInsecure() : credentials.createSsl(),
    timeoutMillis,
  });
  return {
    logs: new OTLPLogExporter(options()),
    metrics: new OTLPMetricExporter(options()),
    traces: new OTLPTraceExporter(options()),
  };
}
