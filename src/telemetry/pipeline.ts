// Bundled as a separate file, loaded when telemetry is on and there is something to export.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Histogram } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createExporters, type ExporterPorts } from './exporters';
import type { Attributes, Signal, SpanData } from './signals';
import type { Sink } from './sink';
import { METRICS, type MetricName } from './tables';
import type { TelemetrySettings } from './telemetrySettings';

export interface PipelineOptions extends ExporterPorts {
  readonly settings: TelemetrySettings;
  readonly version: string;
  /** Returns false if nothing listens at the endpoint. */
  readonly reaches: (endpoint: string) => Promise<boolean>;
  /** Memory of the process in bytes, and its processor time in seconds. */
  readonly usage: () => { readonly memory: number; readonly cpu: number };
}

const SCOPE = 'pollux';
/** The number of records queued for a collector that doesn't answer; the oldest are dropped first. */
const MAX_QUEUE = 2048;
const EXPORT_TIMEOUT_MS = 5000;
const METRICS_EVERY_MS = 10_000;

/** Exports signals through OpenTelemetry. */
export async function openPipeline({ settings, version, usage, reaches, ...ports }: PipelineOptions): Promise<Sink> {
  const exporters = await createExporters(settings.to, ports);
  const resource = resourceFromAttributes({ 'service.name': SCOPE, 'service.version': version });
  const batch = { maxQueueSize: MAX_QUEUE, exportTimeoutMillis: EXPORT_TIMEOUT_MS };
  const logs = new LoggerProvider({
    resource,
    processors: settings.isOn ? [new BatchLogRecordProcessor({ exporter: exporters.logs, ...batch })] : [],
  });
  const reader = () =>
    new PeriodicExportingMetricReader({
      exporter: exporters.metrics,
      exportIntervalMillis: METRICS_EVERY_MS,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    });
  const meters = new MeterProvider({ resource, readers: settings.isOn ? [reader()] : [] });
  const tracers = new TracerProvider({
    resource,
    spanProcessors: settings.traces ? [new BatchSpanProcessor({ exporter: exporters.traces, ...batch })] : [],
  });
  const logger = logs.getLogger(SCOPE, version);
  const tracer = tracers.getTracer(SCOPE, version);
  const record = instruments(meters, version);
  const span = (data: SpanData, common: Attributes, parent: Context) => {
    const attributes = { ...common, ...data.attributes };
    const begun = tracer.startSpan(data.name, { startTime: data.start, kind: SpanKind.INTERNAL, attributes }, parent);
    const context = trace.setSpan(parent, begun);
    for (const child of data.children) span(child, common, context);
    if (data.isFailed) begun.setStatus({ code: SpanStatusCode.ERROR });
    begun.end(data.end);
  };
  const take = (signal: Signal, common: Attributes) => {
    if (signal.kind === 'log') {
      const { name, at, attributes } = signal;
      const own = { 'event.name': name, 'event.timestamp': new Date(at).toISOString() };
      logger.emit({
        eventName: name,
        body: name,
        timestamp: at,
        severityNumber: SeverityNumber.INFO,
        attributes: { ...common, ...own, ...attributes },
      });
    } else if (signal.kind === 'metric') record(signal.name, signal.value, { ...common, ...signal.attributes });
    else span(signal.root, common, ROOT_CONTEXT);
  };
  return {
    take(signals, common) {
      for (const signal of signals) take(signal, common);
    },
    async flush(common) {
      if ('endpoint' in settings.to && !(await reaches(settings.to.endpoint))) return;
      const { memory, cpu } = usage();
      record('gemini_cli.memory.usage', memory, common);
      record('gemini_cli.cpu.usage', cpu, common);
      await Promise.allSettled([logs.forceFlush(), meters.forceFlush(), tracers.forceFlush()]);
    },
    async close() {
      await Promise.allSettled([logs.shutdown(), meters.shutdown(), tracers.shutdown()]);
    },
  };
}

/** Instruments are created when a metric has its first value. */
function instruments(meters: MeterProvider, version: string) {
  const meter = meters.getMeter(SCOPE, version);
  const made = new Map<MetricName, (value: number, attributes: Attributes) => void>();
  const make = (name: MetricName) => {
    const { type, ...options } = METRICS[name];
    if (type === 'counter') {
      const counter = meter.createCounter(name, options);
      return (value: number, attributes: Attributes) => counter.add(value, attributes);
    }
    const recorder: Pick<Histogram, 'record'> =
      type === 'gauge' ? meter.createGauge(name, options) : meter.createHistogram(name, options);
    return (value: number, attributes: Attributes) => recorder.record(value, attributes);
  };
  return (name: MetricName, value: number, attributes: Attributes): void => {
    const record = made.get(name) ?? make(name);
    made.set(name, record);
    record(value, attributes);
  };
}
