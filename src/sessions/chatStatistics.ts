import * as l10n from '@vscode/l10n';
import * as figures from '../shared/figures';
import type { AgentEvent } from '../shared/events';
import { timesOf, type Run } from './runs/run';
import { RunTimeline } from './runs/runTimeline';
import { RunStats } from './runStats';

/** The views of `/stats`: the chat as a whole, its models, or its tools. */
export type StatisticsKind = 'session' | 'model' | 'tools';

export interface StatisticsOptions {
  readonly id: string;
  /** All events of the chat. */
  readonly events: readonly AgentEvent[];
  readonly now: number;
  /** How full the model's context window is. */
  readonly context?: { readonly total: number; readonly limit: number };
  /** How the model requests are authenticated, for display. */
  readonly signIn?: string;
  readonly language?: string;
}

/** The statistics of a chat as Markdown. They depend only on its events, so they are the same after a reload. */
export function chatStatistics(kind: StatisticsKind, options: StatisticsOptions): string {
  const timeline = new RunTimeline();
  const stats = new RunStats(() => timeline.now);
  for (const event of options.events) {
    timeline.take(event);
    stats.take(event);
  }
  const { runs } = timeline;
  const words = wordsIn(options.language);
  switch (kind) {
    case 'session':
      return sessionText(stats.toJson(), runs, options, words);
    case 'model':
      return modelText(stats.toJson(), words);
    case 'tools':
      return toolText(stats.toJson(), words);
    default:
      return kind satisfies never;
  }
}

type Stats = ReturnType<RunStats['toJson']>;
type Words = ReturnType<typeof wordsIn>;

function wordsIn(language: string | undefined) {
  return {
    number: (count: number) => count.toLocaleString(language),
    length: (ms: number) => figures.duration(ms, language),
    share: (part: number, whole: number) => figures.percent(whole === 0 ? 0 : part / whole, language),
    dollars: (amount: number) => figures.dollars(amount, language),
  };
}

function sessionText(stats: Stats, runs: readonly Run[], options: StatisticsOptions, words: Words): string {
  const { number, length, share, dollars } = words;
  const { tools, files, models } = stats;
  const times = runs.map(run => timesOf(run, options.now));
  const sum = (key: keyof (typeof times)[number]) => times.reduce((total, each) => total + each[key], 0);
  const wall = runs.length === 0 ? 0 : (runs.at(-1)?.endedAt ?? options.now) - (runs[0]?.startedAt ?? 0);
  const [active, request, tool] = [sum('total') - sum('waiting'), sum('request'), sum('tool')];
  const all = Object.values(models);
  const tokens = (key: 'prompt' | 'cached' | 'candidates' | 'thoughts') =>
    all.reduce((total, each) => total + each.tokens[key], 0);
  const costs = all.flatMap(each => ('estimated_cost_usd' in each ? [Number(each.estimated_cost_usd)] : []));
  const { context, signIn } = options;
  return list([
    [l10n.t('Chat'), `\`${options.id}\``],
    ...(signIn === undefined ? [] : [[l10n.t('Signed in with'), signIn] as const]),
    [l10n.t('Prompts'), number(runs.length)],
    [l10n.t('Requests'), number(all.reduce((total, { api }) => total + api.totalRequests, 0))],
    [l10n.t('Tool calls'), calls(tools, words)],
    [l10n.t('You approved'), agreement(tools.totalDecisions, words)],
    [l10n.t('Lines changed'), `+${number(files.totalLinesAdded)} −${number(files.totalLinesRemoved)}`],
    [l10n.t('Elapsed'), length(wall)],
    [l10n.t('Active'), l10n.t('{0}, without waiting for you ({1})', length(active), length(sum('waiting')))],
    [l10n.t('Models'), `${length(request)} (${share(request, active)})`],
    [l10n.t('Tools'), `${length(tool)} (${share(tool, active)})`],
    [
      l10n.t('Tokens sent'),
      `${number(tokens('prompt'))} (${l10n.t('{0} from the cache', share(tokens('cached'), tokens('prompt')))})`,
    ],
    [l10n.t('Tokens received'), number(tokens('candidates') + tokens('thoughts'))],
    ...(context === undefined
      ? []
      : [
          [l10n.t('Context'), l10n.t('about {0} of {1} tokens', number(context.total), number(context.limit))] as const,
        ]),
    ...(costs.length === 0 ? [] : [[l10n.t('Cost, estimated'), dollars(costs.reduce((a, b) => a + b, 0))] as const]),
  ]);
}

function modelText({ models }: Stats, { number, length, share, dollars }: Words): string {
  const all = Object.entries(models);
  if (all.length === 0) return l10n.t('This chat hasn’t sent any requests to a model yet.');
  const blocks = all.map(([name, model]) => {
    const { api, tokens, roles } = model;
    const rows = [
      [l10n.t('Requests'), number(api.totalRequests)],
      [l10n.t('Failed'), `${number(api.totalErrors)} (${share(api.totalErrors, api.totalRequests)})`],
      [l10n.t('Average time'), length(api.totalRequests === 0 ? 0 : api.totalLatencyMs / api.totalRequests)],
      [l10n.t('Tokens'), number(tokens.total)],
      [l10n.t('Sent'), number(tokens.prompt)],
      [l10n.t('From the cache'), `${number(tokens.cached)} (${share(tokens.cached, tokens.prompt)})`],
      [l10n.t('Thinking'), number(tokens.thoughts)],
      [l10n.t('Tool use'), number(tokens.tool)],
      [l10n.t('Received'), number(tokens.candidates)],
      ...('estimated_cost_usd' in model
        ? [[l10n.t('Cost, estimated'), dollars(Number(model.estimated_cost_usd))] as const]
        : []),
    ] as const;
    const byRole = Object.entries(roles).map(([role, each]) => [
      role,
      number(each.totalRequests),
      number(each.tokens.total),
    ]);
    const ofRoles = table([l10n.t('For'), l10n.t('Requests'), l10n.t('Tokens')], byRole);
    return `**${cell(name)}**\n\n${list(rows)}${byRole.length > 1 ? `\n\n${ofRoles}` : ''}`;
  });
  return blocks.join('\n\n');
}

function toolText({ tools }: Stats, words: Words): string {
  const { number, length, share } = words;
  if (tools.totalCalls === 0) return l10n.t('No tools have been called in this chat yet.');
  const rows = Object.entries(tools.byName).map(([name, { count, success, durationMs }]) => [
    code(name),
    number(count),
    share(success, count),
    length(count === 0 ? 0 : durationMs / count),
  ]);
  const { accept, reject, modify, auto_accept } = tools.totalDecisions;
  const decided = list([
    [l10n.t('You were asked'), number(accept + reject + modify)],
    [l10n.t('Accepted'), number(accept)],
    [l10n.t('Changed and accepted'), number(modify)],
    [l10n.t('Rejected'), number(reject)],
    [l10n.t('You approved'), agreement(tools.totalDecisions, words)],
    [l10n.t('Ran without asking'), number(auto_accept)],
  ]);
  const head = [l10n.t('Tool'), l10n.t('Calls'), l10n.t('Success rate'), l10n.t('Average time')];
  return `${table(head, rows)}\n\n${decided}`;
}

function calls({ totalCalls, totalSuccess, totalFail }: Stats['tools'], { number, share }: Words): string {
  const counts = [number(totalCalls), number(totalSuccess), number(totalFail), share(totalSuccess, totalCalls)];
  return totalCalls === 0 ? number(0) : l10n.t('{0} ({1} succeeded, {2} failed: {3})', ...counts);
}

function agreement({ accept, modify, reject }: Stats['tools']['totalDecisions'], { share, number }: Words): string {
  const asked = accept + modify + reject;
  return asked === 0
    ? '–'
    : l10n.t('{0} ({1} of {2})', share(accept + modify, asked), number(accept + modify), number(asked));
}

function list(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** Names come from models and servers and could contain any text. */
function cell(text: string): string {
  return oneLine(text).replace(/[\\*_[\]<>|#!]/g, '\\$&');
}

/** In code, a table knows one character that can be escaped. */
function code(name: string): string {
  return `\`${oneLine(name).replaceAll('`', '').replaceAll('|', '\\|')}\``;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}
