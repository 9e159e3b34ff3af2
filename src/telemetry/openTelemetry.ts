// Bundled as a separate file: the OpenTelemetry packages are slow to load, and few users need them.
import type { HostFact } from '../agent/ports/telemetry';
import type { AgentEvent } from '../shared/events';
import { redactKeys } from '../shared/redact';
import { factSignals } from './factSignals';
import { openPipeline, type PipelineOptions } from './pipeline';
import { SessionSignals } from './sessionSignals';
import { present, type Attributes, type Signal } from './signals';
import type { Sink } from './sink';
import { openStatistics, type StatisticsOptions } from './statistics';

export interface OpenTelemetryOptions extends PipelineOptions {
  /** Absent if it is switched off. */
  readonly installationId?: string;
  /** Whether a user is present. */
  readonly isInteractive: boolean;
  /** Absent: no statistics are sent. */
  readonly statistics?: StatisticsOptions;
}

/** Exports the events of sessions. */
export interface Exported {
  take(sessionId: string, event: AgentEvent, at: number): void;
  note(sessionId: string, fact: HostFact, at: number): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export async function openTelemetry(options: OpenTelemetryOptions): Promise<Exported> {
  const { settings, installationId, isInteractive, statistics } = options;
  const isExported = settings.isOn || settings.traces;
  const sinks: { readonly sink: Sink; readonly mayTellPrompts: boolean }[] = [
    ...(isExported && settings.problem === undefined
      ? [{ sink: await openPipeline(options), mayTellPrompts: settings.logPrompts }]
      : []),
    ...(statistics ? [{ sink: openStatistics(statistics), mayTellPrompts: false }] : []),
  ];
  const sessions = new Map<string, SessionSignals>();
  const signalsOf = (sessionId: string) => {
    const signals = sessions.get(sessionId) ?? new SessionSignals(sessionId, { ...settings, redact: redactKeys });
    sessions.set(sessionId, signals);
    return signals;
  };
  const commonOf = (sessionId: string): Attributes =>
    present({
      ...(sessionId !== '' && { 'session.id': sessionId }),
      'installation.id': installationId,
      interactive: isInteractive,
    });
  const deliver = (sessionId: string, signals: readonly Signal[]) => {
    if (signals.length === 0) return;
    const bare = signals.map(withoutPrompt);
    for (const { sink, mayTellPrompts } of sinks) sink.take(mayTellPrompts ? signals : bare, commonOf(sessionId));
  };
  const all = async (work: (sink: Sink) => Promise<void>) => {
    await Promise.allSettled(sinks.map(({ sink }) => work(sink)));
  };
  return {
    take: (sessionId, event, at) => deliver(sessionId, signalsOf(sessionId).take(event, at)),
    note: (sessionId, fact, at) => deliver(sessionId, factSignals(fact, at, settings.logPrompts)),
    flush: () => all(sink => sink.flush(commonOf(''))),
    close: () => all(sink => sink.close()),
  };
}

function withoutPrompt(signal: Signal): Signal {
  if (signal.kind !== 'log' || signal.attributes.prompt === undefined) return signal;
  const { prompt: _prompt, ...attributes } = signal.attributes;
  return { ...signal, attributes };
}
