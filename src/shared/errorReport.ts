import type { Check } from './check';
import type { EventOutline } from './eventOutline';
import { redact } from './redact';

export interface ReportFacts {
  readonly at: Date;
  /** For example of Pollux, Node.js and VS Code. */
  readonly versions: Readonly<Record<string, string>>;
  /** Absent: the user asked for the report. */
  readonly error?: unknown;
  /** Settings that differ from their defaults, without text values. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly checks: readonly Check[];
  readonly events: readonly EventOutline[];
  /** The home directory, which is part of paths and contains the user's name. */
  readonly home: string;
  /** Secret values that no key pattern recognizes. */
  readonly secrets: readonly string[];
}

/** Shorter values are ordinary words that occur everywhere. */
const SHORTEST_SECRET = 6;
const MAX_MESSAGE = 500;

/** The report as JSON: no prompts, no file contents, no keys, no name of the user's home directory. */
export function errorReport({ at, versions, error, settings, checks, events, home, secrets }: ReportFacts): string {
  const report = {
    format: 'pollux-report-1',
    at: at.toISOString(),
    versions,
    ...(error !== undefined && { error: outlineOfError(error) }),
    checks,
    settings,
    events,
  };
  const clean = (text: string) => redact(withoutHome(withoutSecrets(text, secrets), home));
  const replace = (_key: string, value: unknown) => (typeof value === 'string' ? clean(value) : value);
  return `${JSON.stringify(report, replace, 2)}\n`;
}

/** The name, the message and the stack frames, without quoted parts of the message, which may come from a file. */
function outlineOfError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const message = error.message
    .replace(/((?<!\w)["'`“„«]).+(["'`”“»](?!\w))/s, '$1…$2')
    .split('\n', 1)[0]
    ?.slice(0, MAX_MESSAGE);
  const code = (error as Error & { code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    message,
    frames: frames.map(line => line.trim()),
  };
}

function withoutHome(text: string, home: string): string {
  return home.length > 1 ? text.replaceAll(home, '~') : text;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}
