// The only module that sends telemetry out.
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Egress, Passage } from '../agent/ports/egress';
import { fileExporters } from './fileExporters';
import type { TelemetrySettings } from './telemetrySettings';
import type { Exporters } from './signalExporters';

/** A collector that doesn't answer must not hold anything up. */
const TIMEOUT_MS = 5000;

export interface ExporterPorts {
  /** Appends lines to a file. */
  readonly append: (file: string, lines: string) => void;
  readonly egress: Pick<Egress, 'open'>;
}

export async function createExporters(
  to: TelemetrySettings['to'],
  { append, egress }: ExporterPorts,
): Promise<Exporters> {
  if ('file' in to) return fileExporters(lines => append(to.file, lines));
  const { logs, metrics, traces } = await otlpExporters(to);
  const open = () => egress.open(new URL(to.endpoint), { purpose: 'telemetry' }, { method: 'POST' });
  return { logs: admitted(logs, open), metrics: admitted(metrics, open), traces: admitted(traces, open) };
}

async function otlpExporters({ endpoint, protocol }: Extract<TelemetrySettings['to'], { endpoint: string }>) {
  if (protocol === 'grpc') {
    const { grpcExporters } = await import('./grpcExporters');
    return grpcExporters(endpoint, TIMEOUT_MS);
  }
  const options = (signal: string) => ({ url: addressFor(endpoint, signal), timeoutMillis: TIMEOUT_MS });
  return {
    logs: new OTLPLogExporter(options('logs')),
    metrics: new OTLPMetricExporter(options('metrics')),
    traces: new OTLPTraceExporter(options('traces')),
  };
}

type Done = (result: ExportResult) => void;
interface Exporter<Batch> {
  export(batch: Batch, done: Done): void;
}
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Makes every request of the exporter subject to egress approval. */
function admitted<Batch, E extends Exporter<Batch>>(exporter: E & Exporter<Batch>, open: () => Passage): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (batch, done) => {
    try {
      const passage = open();
      send(batch, result => {
        passage.end(result.code === ExportResultCode.SUCCESS ? 200 : 'failed');
        done(result);
      });
    } catch (error) {
      done({ code: ExportResultCode.FAILED, error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return exporter;
}

/** The URL for a signal: a collector accepts each signal at its own path below the configured endpoint. */
export function addressFor(endpoint: string, signal: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${signal}`;
  return url.href;
}
