import { setTimeout as delay } from 'node:timers/promises';
import type { Egress } from '../agent/ports/egress';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import type { PolluxSettings } from '../config/settings';
import { telemetryPorts } from '../node/telemetry/telemetryPorts';
import { statisticsAddress } from '../telemetry/statisticsAddress';
import { Telemetry } from '../telemetry/telemetry';
import { telemetrySettingsOf } from '../telemetry/telemetrySettings';

export interface WindowTelemetryOptions {
  readonly home: string;
  readonly version: string;
  readonly configuration: Pick<Configuration, 'settings'>;
  readonly settings: () => PolluxSettings;
  readonly egress: Egress;
  /** Whether VS Code's telemetry setting currently allows telemetry. */
  readonly isAllowed: () => boolean;
  readonly log: Log;
}

/** Exports the events of a window's chats. Unless VS Code allows it, nothing is collected or sent. */
export function createWindowTelemetry(options: WindowTelemetryOptions): Telemetry {
  const { home, version, configuration, settings, egress, isAllowed, log } = options;
  const telemetry = () => telemetrySettingsOf(configuration.settings, process.env);
  const address = () =>
    statisticsAddress(configuration.settings['privacy.usageStatisticsEnabled'], settings()['usageStatistics.address']);
  const isExported = () => {
    const { isOn, traces, problem } = telemetry();
    return (isOn || traces) && problem === undefined;
  };
  /** Throws once telemetry is switched off, so that events collected before aren't sent afterwards. */
  const whileAllowed =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (!isAllowed()) throw new Error('VS Code’s telemetry is switched off.');
      return work(...given);
    };
  return new Telemetry({
    isOn: () => isAllowed() && (isExported() || address() !== undefined),
    open: async () => {
      const { openTelemetry } = await import('../telemetry/openTelemetry');
      const ports = telemetryPorts(home);
      const to = address();
      const use = { purpose: 'telemetry' } as const;
      const out = egress.fetchFor(use);
      const fetch = whileAllowed((...given: Parameters<typeof globalThis.fetch>) => out(...given));
      return openTelemetry({
        ...ports,
        append: whileAllowed((...given: Parameters<typeof ports.append>) => ports.append(...given)),
        egress: { open: whileAllowed((...given: Parameters<Egress['open']>) => egress.open(...given)) },
        settings: telemetry(),
        version,
        isInteractive: true,
        ...(to !== undefined && { statistics: { address: to, version, fetch, now: Date.now } }),
      });
    },
    now: Date.now,
    wait: ms => delay(ms, undefined, { ref: false }),
    log,
  });
}
