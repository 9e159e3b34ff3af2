import { JsonLogsSerializer, JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { Exporters } from './signalExporters';

type Done = (result: { readonly code: 0 | 1; readonly error?: Error }) => void;

/** Writes the requests that a collector would receive, as JSON, one per line. */
export function fileExporters(append: (lines: string) => void): Exporters {
  const write = (bytes: Uint8Array | undefined, done: Done) => {
    try {
      if (bytes) append(`${new TextDecoder().decode(bytes)}\n`);
      done({ code: 0 });
    } catch (error) {
      done({ code: 1, error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const idle = { forceFlush: async () => undefined, shutdown: async () => undefined };
  return {
    logs: { ...idle, export: (records, done) => write(JsonLogsSerializer.serializeRequest(records), done) },
    metrics: { ...idle, export: (metrics, done) => write(JsonMetricsSerializer.serializeRequest(metrics), done) },
    traces: { ...idle, export: (spans, done) => write(JsonTraceSerializer.serializeRequest(spans), done) },
  };
}
