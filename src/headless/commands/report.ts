import { homedir, platform, release } from 'node:os';
import type { Configuration } from '../../config/configuration';
import { readEnvironment } from '../../config/environment';
import { secretsIn, settingsForReport } from '../../config/reportSettings';
import { settingsOfVariables } from '../../config/settingVariables';
import { writeReport } from '../../node/report/writeReport';
import type { Check } from '../../shared/check';
import { errorReport } from '../../shared/errorReport';
import { outlineOf, type EventOutline } from '../../shared/eventOutline';
import { headlessChecks } from './doctor';
import { EXIT } from '../output/exitCodes';
import { createLog } from '../output/log';
import type { Streams } from '../output/streams';
import { openSessions } from '../session/stores';

const REPORT_HELP = `Usage: pollux report

Writes a report to attach to an issue, and prints its path. It contains versions, check results, changed settings (for text
settings only that they are set) and the latest events in this folder, but no conversation text and no keys. Read it before
you share it.
`;

const EVENTS = 200;

export interface ReportOptions {
  readonly streams: Streams;
  readonly version: string;
  readonly configuration: () => Promise<Configuration>;
}

/** Runs `pollux report`, given the arguments after that word; resolves to the exit code. */
export async function runReport(args: readonly string[], options: ReportOptions): Promise<number> {
  const { out, err } = options.streams;
  if (args[0] === '--help' || args[0] === '-h') out(REPORT_HELP);
  else if (args.length > 0) {
    err(`pollux: report takes no arguments: "${args.join(' ')}".\n`);
    return EXIT.input;
  } else out(`${await writeHeadlessReport({ ...options, events: await lastEvents() })}\n`);
  return EXIT.done;
}

export interface HeadlessReport extends Omit<ReportOptions, 'streams'> {
  readonly error?: unknown;
  readonly events: readonly EventOutline[];
}

/** Writes a report and resolves to its path. Information that can't be determined is left out. */
export async function writeHeadlessReport({ version, configuration, error, events }: HeadlessReport): Promise<string> {
  const { home = homedir() } = readEnvironment(process.env);
  const found = await configuration().catch(() => undefined);
  const at = new Date();
  const report = errorReport({
    at,
    versions: { pollux: version, node: process.versions.node, system: `${platform()} ${release()} ${process.arch}` },
    ...(error !== undefined && { error }),
    settings: found ? settingsForReport(found, settingsOfVariables(process.env).settings) : {},
    checks: await headlessChecks({ version, configuration, isOffline: true }).catch((): Check[] => []),
    events,
    home,
    secrets: secretsIn(found?.variables ?? process.env),
  });
  return writeReport(home, at, report);
}

/** The events of the latest session in this folder. */
async function lastEvents(): Promise<readonly EventOutline[]> {
  const { store } = openSessions(createLog(false, () => undefined));
  const [latest] = await store.list();
  const stored = latest && (await store.load(latest.id));
  return (stored?.events ?? []).slice(-EVENTS).map(outlineOf);
}
