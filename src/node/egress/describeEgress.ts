import * as l10n from '@vscode/l10n';
import type { EgressEntry, EgressPurpose } from '../../agent/ports/egress';

/** How many requests are listed individually. */
const SHOWN = 200;

export interface DescribeEgressOptions {
  /** A chat's title; undefined: it is no longer open. */
  readonly nameOf?: (chat: string) => string | undefined;
  /** Formats a time for the user. */
  readonly timeOf: (at: number) => string;
}

/** A text page of where requests went and their sizes: by host and purpose, then the latest ones individually. */
export function describeEgress(entries: readonly EgressEntry[], { nameOf, timeOf }: DescribeEgressOptions): string {
  if (entries.length === 0) return `${l10n.t('Nothing has been sent since Pollux started.')}\n`;
  const purposes = purposeNames();
  const chatOf = ({ chat }: EgressEntry) => (chat === undefined ? '' : (nameOf?.(chat) ?? chat.slice(0, 8)));
  const rows = entries
    .slice(-SHOWN)
    .reverse()
    .map(entry => [
      ...[timeOf(entry.at), entry.host, purposes[entry.purpose], size(entry.sent), size(entry.received)],
      ...[outcomeOf(entry), chatOf(entry)],
    ]);
  const [sent, received] = [l10n.t('Sent'), l10n.t('Received')];
  return [
    l10n.t('Where Pollux has sent requests since it started, and how many bytes. Their content isn’t recorded.'),
    '',
    ...table([[l10n.t('Host'), l10n.t('For'), l10n.t('Requests'), sent, received], ...totals(entries, purposes)]),
    '',
    l10n.t('The latest requests, newest first:'),
    '',
    ...table([
      [l10n.t('Time'), l10n.t('Host'), l10n.t('For'), sent, received, l10n.t('Outcome'), l10n.t('Chat')],
      ...rows,
    ]),
    '',
  ].join('\n');
}

function totals(entries: readonly EgressEntry[], purposes: Readonly<Record<EgressPurpose, string>>): string[][] {
  const groups = new Map<string, EgressEntry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.host, entry.purpose]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const sum = (group: readonly EgressEntry[], of: 'sent' | 'received') =>
    size(group.reduce((total, entry) => total + entry[of], 0));
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    if (!first) return [];
    return [[first.host, purposes[first.purpose], String(group.length), sum(group, 'sent'), sum(group, 'received')]];
  });
}

function purposeNames(): Readonly<Record<EgressPurpose, string>> {
  return {
    model: l10n.t('Model'),
    signIn: l10n.t('Sign-in'),
    web: l10n.t('Web page'),
    mcp: l10n.t('MCP server'),
    telemetry: l10n.t('Telemetry'),
    extension: l10n.t('Extension of Gemini CLI'),
  };
}

function outcomeOf({ outcome, ms }: EgressEntry): string {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  switch (outcome) {
    case 'refused':
      return l10n.t('Not sent');
    case 'open':
      return l10n.t('Running');
    case 'failed':
      return l10n.t('Failed');
    case 'stopped':
      return l10n.t('Stopped');
    default:
      return `${outcome} (${seconds})`;
  }
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Formats rows as columns separated by spaces. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
