import type { HostFact } from '../agent/ports/telemetry';
import { log, metric, word, type Signal } from './signals';

/** Creates the signals for events outside a session's run. */
export function factSignals(fact: HostFact, now: number, logPrompts: boolean): readonly Signal[] {
  switch (fact.type) {
    case 'config':
      return [log('gemini_cli.config', now, { ...configOf(fact), log_user_prompts_enabled: logPrompts })];
    case 'startup':
      return [
        log('gemini_cli.startup_stats', now, { duration_ms: fact.durationMs }),
        metric('gemini_cli.startup.duration', fact.durationMs),
      ];
    case 'slashCommand': {
      const command = fact.isOwn ? word(fact.name) : 'custom';
      return [log('gemini_cli.slash_command', now, { command, status: statusOf(fact.isDone) })];
    }
    case 'modelChosen':
      return [log('gemini_cli.slash_command.model', now, { model_name: word(fact.model) })];
    case 'hook': {
      const about = { hook_event_name: word(fact.event), blocked: fact.isBlocked };
      return [log('gemini_cli.hook_call', now, { ...about, duration_ms: fact.durationMs })];
    }
    case 'extension':
      return [log(`gemini_cli.extension_${fact.change}`, now, { status: statusOf(fact.isDone) })];
    case 'ideConnection':
      return [log('gemini_cli.ide_connection', now, { connection_type: fact.change })];
    case 'routingFailed':
      return [
        log('gemini_cli.model_routing', now, { decision_source: word(fact.strategy), failed: true }),
        metric('gemini_cli.model_routing.failure.count', 1, { decision_source: word(fact.strategy) }),
      ];
    case 'ripgrepFallback':
      return [log('gemini_cli.ripgrep_fallback', now, {})];
    case 'webFetchFallback':
      return [log('gemini_cli.web_fetch_fallback_attempt', now, { reason: fact.reason })];
    case 'keychain':
      return [log('gemini_cli.keychain.availability', now, { available: fact.isAvailable })];
    case 'onboarding':
      return fact.step === 'start'
        ? [log('gemini_cli.onboarding.start', now, {})]
        : [log('gemini_cli.onboarding.success', now, { auth_type: fact.authType && word(fact.authType) })];
    default:
      return fact satisfies never;
  }
}

function configOf(fact: Extract<HostFact, { type: 'config' }>) {
  return {
    model: word(fact.model),
    approval_mode: word(fact.approvalMode),
    auth_type: fact.authType && word(fact.authType),
    output_format: fact.outputFormat && word(fact.outputFormat),
    extensions_count: fact.extensions,
    hooks_enabled: fact.hasHooks,
  };
}

function statusOf(isDone: boolean): string {
  return isDone ? 'success' : 'error';
}
