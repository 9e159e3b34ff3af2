import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import { settingsOfVariables } from '../../config/settingVariables';
import {
  installationFile,
  readInstallationId,
  resetInstallationId,
  turnOffInstallationId,
} from '../../node/telemetry/installationId';
import { statisticsAddress } from '../../telemetry/statisticsAddress';
import { telemetrySettingsOf } from '../../telemetry/telemetrySettings';
import type { Streams } from '../output/streams';

const HELP = `Usage: pollux telemetry [show | reset-id | disable-id]

  show          show what is exported and where, and the installation ID
  reset-id      create a new installation ID
  disable-id    use no installation ID from now on

media/docs/telemetry.md lists what can be exported and how to turn it on.
`;

/** Whether the arguments are this command, not a prompt that begins with its name. */
export function isTelemetry([name, verb, ...more]: readonly string[]): boolean {
  return name === 'telemetry' && more.length === 0 && (verb === undefined || VERBS.includes(verb));
}

const VERBS = ['show', 'reset-id', 'disable-id', '--help', '-h'];

export async function runTelemetry(
  [verb = 'show']: readonly string[],
  { out }: Pick<Streams, 'out'>,
  load: () => Promise<Configuration>,
): Promise<void> {
  if (verb === '--help' || verb === '-h') {
    out(HELP);
    return;
  }
  const configuration = await load();
  const { home = homedir() } = configuration.environment;
  if (verb === 'reset-id') resetInstallationId(home);
  if (verb === 'disable-id') turnOffInstallationId(home);
  out(describe(configuration, home));
}

function describe({ settings }: Configuration, home: string): string {
  const { isOn, traces, logPrompts, to, problem } = telemetrySettingsOf(settings, process.env);
  const id = readInstallationId(home);
  const own = settingsOfVariables(process.env).settings['usageStatistics.address'];
  const address = statisticsAddress(settings['privacy.usageStatisticsEnabled'], own);
  const place = 'file' in to ? to.file : `${to.endpoint} (${to.protocol})`;
  const what = [...(isOn ? ['events', 'metrics'] : []), ...(traces ? ['traces'] : [])];
  const shown = id === null ? 'switched off' : (id ?? 'none yet');
  return [
    `Telemetry:          ${what.length === 0 ? 'off' : (problem ?? `${what.join(', ')} to ${place}`)}`,
    `Text of prompts:    ${isOn && logPrompts ? 'exported' : 'not exported'}`,
    `Usage statistics:   ${address === undefined ? 'off' : `to ${address}`}`,
    `Installation ID:    ${shown} (${installationFile(home)})`,
    '',
  ].join('\n');
}
