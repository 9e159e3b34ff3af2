import * as l10n from '@vscode/l10n';
import { lengthOf, timesOf, type Run, type Step, type StepStatus } from '../../sessions/runs/run';
import * as figures from '../../shared/figures';
import type { StopReason } from '../../shared/events';
import type { Usage } from '../../shared/messages';
import type { PlainRow } from '../../vscode/plainWindow';

/** A row of the Runs view: a run or a step. `steps` is called when the row is expanded. */
export interface RunRow extends PlainRow {
  /** The run's number in its chat, if the row is a run. */
  readonly run?: number;
  readonly steps?: () => readonly Step[];
  /** When the run began, in milliseconds since the epoch. */
  readonly from: number;
}

export interface RunRowsOptions {
  readonly now: number;
  readonly language: string;
}

/** The runs of a chat as rows, the newest first. */
export function rowsOfRuns(runs: readonly Run[], options: RunRowsOptions): readonly RunRow[] {
  return runs.map(run => rowOfRun(run, run.number === runs.length, options)).reverse();
}

/** The rows below a row, in chronological order. */
export function rowsBelow({ id, from, steps }: RunRow, options: RunRowsOptions): readonly RunRow[] {
  return (steps?.() ?? []).map((step, index) => rowOfStep(step, `${id}/${keyOf(step, index)}`, from, options));
}

/** Identifies a step across updates: a wait is inserted before its call, so indexes change; a call may wait twice. */
function keyOf({ kind, callId, startedAt }: Step, index: number): string {
  if (callId === undefined) return String(index);
  return kind === 'waiting' ? `${kind} ${callId} ${startedAt}` : `${kind} ${callId}`;
}

function rowOfRun(run: Run, isLast: boolean, { now, language }: RunRowsOptions): RunRow {
  const { number, prompt, startedAt, reason, usage } = run;
  const times = timesOf(run, now);
  const length = (ms: number) => figures.duration(ms, language);
  const state = reason === undefined ? l10n.t('running') : reasonText(reason);
  const description = [...(state === '' ? [] : [state]), length(times.total), ...tookTexts(usage, language)];
  const tooltip = [
    prompt,
    new Date(startedAt).toLocaleString(language),
    ...(state === '' ? [] : [l10n.t('Ended: {0}', state)]),
    l10n.t(
      'Took {0}: models {1}, tools {2}, waiting for you {3}',
      ...[length(times.total), length(times.request), length(times.tool), length(times.waiting)],
    ),
    ...usageLines(usage, language),
  ];
  return {
    id: `run-${number}`,
    label: prompt || l10n.t('Run {0}', number),
    description: description.join(' · '),
    tooltip: tooltip.filter(Boolean).join('\n'),
    icon: reason === undefined ? 'sync~spin' : REASON_ICONS[reason],
    contextValue: 'run',
    expands: isLast ? 'expanded' : 'collapsed',
    run: number,
    steps: () => run.steps,
    from: startedAt,
  };
}

function rowOfStep(step: Step, id: string, from: number, { now, language }: RunRowsOptions): RunRow {
  const { kind, usage, failure, status, steps } = step;
  const length = figures.duration(lengthOf(step, now), language);
  const after = l10n.t('after {0}', figures.duration(Math.max(0, step.startedAt - from), language));
  const state = statusText(status);
  const what = failure
    ? `${state} (${failure.kind}${failure.status === undefined ? '' : ` ${failure.status}`})`
    : state;
  const parts = [...(what === '' ? [] : [what]), ...(kind === 'job' ? [] : [length])];
  const took = usage ? tookTexts(usage, language) : [];
  return {
    id,
    label: labelOf(step),
    ...(kind === 'request' && { readAs: l10n.t('Request to {0}', step.name) }),
    description: [...parts, ...took, after].join(' · '),
    tooltip: [labelOf(step), [...parts, after].join(' · '), ...(usage ? usageLines(usage, language) : [])].join('\n'),
    icon: iconOf(step),
    contextValue: `step.${kind}`,
    ...(steps && steps.length > 0 && { expands: 'collapsed', steps: () => steps }),
    from,
  };
}

function labelOf({ kind, name, title, model = '' }: Step): string {
  switch (kind) {
    case 'request':
      return name;
    case 'tool':
      return title ?? name;
    case 'waiting':
      return l10n.t('Waiting for you: {0}', title ?? name);
    case 'compaction':
      return l10n.t('Conversation summarized');
    case 'job':
      return l10n.t('{0} by {1}', jobName(name), model);
    default:
      return kind satisfies never;
  }
}

function jobName(job: string): string {
  switch (job) {
    case 'summary':
      return l10n.t('Summary of the conversation');
    case 'webFetch':
      return l10n.t('Reading a web page');
    case 'webSearch':
      return l10n.t('Web search');
    case 'nextSpeaker':
      return l10n.t('Check whether the answer is complete');
    case 'loopCheck':
    case 'loopConfirm':
      return l10n.t('Check for loops');
    case 'classifier':
      return l10n.t('Model selection');
    case 'editFixer':
      return l10n.t('Edit correction');
    default:
      return job;
  }
}

const ICONS = { request: 'cloud', tool: 'tools', waiting: 'account', compaction: 'fold', job: 'sparkle' } as const;

function iconOf({ kind, status }: Step): string {
  if (status === 'running') return 'sync~spin';
  if (status === 'error') return 'error';
  return status === 'rejected' || status === 'cancelled' || status === 'void' ? 'circle-slash' : ICONS[kind];
}

const REASON_ICONS: Readonly<Record<StopReason, string>> = {
  done: 'pass',
  cancelled: 'circle-slash',
  failed: 'error',
  turnLimit: 'warning',
  loop: 'warning',
  budget: 'warning',
  hook: 'warning',
};

/** Empty if the run succeeded. */
function reasonText(reason: StopReason): string {
  switch (reason) {
    case 'done':
      return '';
    case 'cancelled':
      return l10n.t('stopped');
    case 'failed':
      return l10n.t('failed');
    case 'turnLimit':
      return l10n.t('limit of requests reached');
    case 'loop':
      return l10n.t('kept repeating itself');
    case 'budget':
      return l10n.t('budget used up');
    case 'hook':
      return l10n.t('stopped by a hook');
    default:
      return reason satisfies never;
  }
}

function statusText(status: StepStatus): string {
  switch (status) {
    case 'success':
      return '';
    case 'running':
      return l10n.t('running');
    case 'error':
      return l10n.t('failed');
    case 'rejected':
      return l10n.t('rejected');
    case 'cancelled':
      return l10n.t('stopped');
    case 'void':
      return l10n.t('sent again');
    default:
      return status satisfies never;
  }
}

function tookTexts({ total, input, cached, cost }: Usage, language: string): readonly string[] {
  if (total === 0) return [];
  return [
    figures.tokens(total, language),
    ...(cached > 0 && input > 0 ? [l10n.t('{0} cached', figures.percent(cached / input, language))] : []),
    ...(cost === undefined ? [] : [figures.dollars(cost, language)]),
  ];
}

function usageLines({ total, input, cached, output, thoughts, cost }: Usage, language: string): readonly string[] {
  if (total === 0) return [];
  const number = (count: number) => count.toLocaleString(language);
  const tokens = [number(input), number(cached), number(output), number(thoughts)];
  return [
    l10n.t('Tokens: {0} in ({1} cached), {2} out, {3} thinking', ...tokens),
    ...(cost === undefined ? [] : [l10n.t('Estimated price: {0}', figures.dollars(cost, language))]),
  ];
}
