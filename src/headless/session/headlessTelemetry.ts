import { homedir } from 'node:os';
import type { Egress } from '../../agent/ports/egress';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { settingsOfVariables } from '../../config/settingVariables';
import { readPackage } from '../../node/package';
import { telemetryPorts } from '../../node/telemetry/telemetryPorts';
import { waitFor } from '../../node/wait';
import { statisticsAddress } from '../../telemetry/statisticsAddress';
import { Telemetry } from '../../telemetry/telemetry';
import { telemetrySettingsOf } from '../../telemetry/telemetrySettings';

export interface HeadlessTelemetryOptions {
  readonly configuration: Configuration;
  readonly egress: Egress;
  readonly log: Log;
  /** Tells the user something that isn't part of the answer. */
  readonly err: (text: string) => void;
}

const USE = { purpose: 'telemetry' } as const;

/** Exports the events of a run; loads nothing if nothing is to be exported. */
export function createHeadlessTelemetry({ configuration, egress, log, err }: HeadlessTelemetryOptions): Telemetry {
  const { settings, environment } = configuration;
  const { home = homedir() } = environment;
  const telemetry = telemetrySettingsOf(settings, process.env);
  const wanted = telemetry.isOn || telemetry.traces;
  if (wanted && telemetry.problem !== undefined) err(`pollux: ${telemetry.problem}\n`);
  const own = settingsOfVariables(process.env).settings['usageStatistics.address'];
  const address = statisticsAddress(settings['privacy.usageStatisticsEnabled'], own);
  const isOn = (wanted && telemetry.problem === undefined) || address !== undefined;
  return new Telemetry({
    isOn: () => isOn,
    open: async () => {
      const { openTelemetry } = await import('../../telemetry/openTelemetry');
      const { version } = await readPackage(__dirname);
      return openTelemetry({
        ...telemetryPorts(home),
        egress,
        settings: telemetry,
        version,
        isInteractive: false,
        ...(address !== undefined && { statistics: { address, version, fetch: egress.fetchFor(USE), now: Date.now } }),
      });
    },
    now: Date.now,
    wait: ms => waitFor(ms, new AbortController().signal),
    log,
  });
}
