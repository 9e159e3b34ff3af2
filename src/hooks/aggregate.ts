import type { HookEvent, HookOutcome, HookReason } from '../agent/ports/hooks';

/** Events that hooks can't block: it would be too late, or isn't up to them. */
const CANNOT_BLOCK: ReadonlySet<HookEvent> = new Set(['SessionStart', 'SessionEnd', 'Notification', 'PreCompress']);
const MODES = ['AUTO', 'ANY', 'NONE'] as const;

/**
 * Combines the outcomes of several hooks: if any of them blocks, asks or stops, the result does. Texts are joined; if
 * two set the same field, the later one wins; tools are those named by any of them.
 */
export function aggregate(event: HookEvent, answers: readonly HookOutcome[]): HookOutcome {
  const notices = answers.flatMap(each => each.notices);
  const context = joined(answers.map(each => each.context));
  const common = { notices, ...(context !== undefined && { context }) };
  if (CANNOT_BLOCK.has(event)) return common;
  const [blocked, asks, stops] = (['blocked', 'asks', 'stops'] as const).map(key =>
    reasons(answers.map(each => each[key])),
  );
  const args = answers.map(each => each.args).filter(isThere);
  const requests = answers.map(each => each.request).filter(isThere);
  const tailCall = answers.findLast(each => each.tailCall)?.tailCall;
  const answer = answers.findLast(each => each.answer)?.answer;
  const tools = answers.map(each => each.tools).filter(isThere);
  const forgets = answers.map(each => each.forgets).filter(isThere);
  return {
    ...common,
    ...(blocked && { blocked }),
    ...(asks && { asks }),
    ...(stops && { stops }),
    ...(args.length > 0 && {
      args: { by: names(args), value: Object.fromEntries(args.flatMap(each => Object.entries(each.value))) },
    }),
    ...(requests.length > 0 && {
      request: { ...merged(requests), ...configOf(requests) },
    }),
    ...(forgets.length > 0 && { forgets: forgets.join(', ') }),
    ...(tailCall && { tailCall }),
    ...(answer && { answer }),
    ...(tools.length > 0 && { tools: choiceOf(tools) }),
  };
}

function reasons(all: readonly (HookReason | undefined)[]): HookReason | undefined {
  const given = all.filter(isThere);
  if (given.length === 0) return undefined;
  // The reason of a hook that decided outweighs the failure of another.
  const said = given.filter(({ isBroken }) => isBroken !== true);
  const told = said.length > 0 ? said : given;
  return {
    by: names(told),
    reason: told.flatMap(({ reason }) => (reason === '' ? [] : [reason])).join('\n'),
    ...(said.length === 0 && { isBroken: true }),
  };
}

function names(all: readonly { readonly by: string }[]): string {
  return [...new Set(all.map(({ by }) => by))].join(', ');
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter(isThere);
  return given.length === 0 ? undefined : given.join('\n');
}

function merged(requests: readonly NonNullable<HookOutcome['request']>[]): NonNullable<HookOutcome['request']> {
  return requests.reduce((all, each) => ({ ...all, ...each }), {});
}

function configOf(requests: readonly NonNullable<HookOutcome['request']>[]) {
  const configs = requests.map(({ config }) => config).filter(isThere);
  return configs.length === 0 ? {} : { config: configs.reduce((all, each) => ({ ...all, ...each }), {}) };
}

/** The narrowest mode, with the tools that any hook names; a hook that names none doesn't extend the choice. */
function choiceOf(all: readonly NonNullable<HookOutcome['tools']>[]): NonNullable<HookOutcome['tools']> {
  const mode = MODES.findLast(each => all.some(choice => choice.mode === each)) ?? 'AUTO';
  const named = all.flatMap(({ names: each }) => each ?? []);
  const isNamed = all.some(each => each.names !== undefined);
  return { mode, ...(isNamed && mode !== 'NONE' && { names: [...new Set(named)].sort() }) };
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}
