import { commandFacts, factsForDenying, type CommandDisk, type CommandFacts } from './commandFacts';
import { namesIn, readCommand, type ReadCommand, workingFolders, type Shell } from './commandPlaces';
import type { Decision, PolicyReason } from './decision';
import { locate, type Ground } from './paths';
import type { Rule } from './rule';
import { broughtAlong } from './shell/broughtAlong';
import type { SimpleCommand } from './shell/command';
import { effectsOf } from './shell/effects';
import { fileRiskOf, inputRiskOf } from './shell/fileRisks';
import type { FreeCommand } from './shell/free/freeCommand';
import { isHiddenBelow, secretSearched, staysInside, type FreeFacts } from './shell/free/freeLine';
import { reachByRule } from './shell/free/gitReach';
import { gitUses, talksToKnown } from './shell/gitUse';
import { isGitRecord } from './shell/free/gitRecords';
import { hiddenIn } from './shell/hiddenText';
import { evaluate } from './shell/evaluate';
import { findForbidden } from './shell/looseSearch';
import { readOutside } from './shell/outsideReads';
import { resolvePowerShellName, searchedText } from './shell/powershell';
import type { ShellParser } from './shell/syntax';
import { readsUnknown } from './shell/unknownReads';

export interface CommandSettings extends CommandFacts {
  readonly shell: Shell;
  /** Rules about shell commands; the first match wins. */
  readonly rules: readonly Rule[];
  readonly fallback: Decision['decision'];
  readonly isYolo: boolean;
  /** See `EvaluationContext`. */
  readonly asksBeforeDestroying: boolean;
  /** Commands that only look inside the workspace need no rule. */
  readonly freesReadOnly: boolean;
  /** Some rule files are broken, so no rule allows anything. */
  readonly brokenRules?: string;
}

// These share a bundle with the command policy, which is loaded with the first command.
export { rememberCommand } from './rememberCommand';
export { withSandbox } from './sandboxing';
export { guardsOf } from './sandboxDenials';

/**
 * Decides about a command line, using the disk's facts about the paths that it names. Throws if the parser or the disk
 * fails, unless a rule denies the command anyway.
 */
export async function decideOnDisk(
  command: string,
  { start, ...settings }: Omit<CommandSettings, keyof CommandFacts> & { readonly start: Ground },
  disk: CommandDisk,
  parse: ShellParser,
): Promise<Decision> {
  const { shell, rules } = settings;
  const mayBeIgnored = rules.some(rule => rule.ignoredFiles) || command.includes('<');
  let read: ReadCommand = { text: command, shell, analysis: null, free: null };
  try {
    read = readCommand(command, shell, parse);
    return decideRead(read, { ...settings, ...(await commandFacts(read, { start, mayBeIgnored }, disk)) });
  } catch (error) {
    const denied = decideRead(read, { ...settings, ...(await factsForDenying(read, { start, mayBeIgnored }, disk)) });
    if (denied.decision === 'deny') return denied;
    throw error;
  }
}

/** Decides about a command line. Pure: depends on neither the disk nor the clock. */
export function decideCommand(text: string, settings: CommandSettings, parse: ShellParser): Decision {
  return decideRead(readCommand(text, settings.shell, parse), settings);
}

function decideRead({ text, analysis, free }: ReadCommand, settings: CommandSettings): Decision {
  const { rules, isYolo, ground } = settings;
  const resolve = settings.shell === 'powershell' ? resolvePowerShellName : undefined;
  if (text.includes('\0')) return { decision: 'deny', reason: { kind: 'hidden', detail: '\\u{0}' } };
  // The grammar reads a line continuation within a word as the end of that word.
  const isRisky =
    analysis === null || analysis.risks.length > 0 || /\S\\\r?\n\S/.test(text) || settings.shell === 'powershell';
  const anywhere = rules.filter(rule => !rule.ignoredFiles);
  const searched = resolve && analysis ? searchedText(text, analysis) : text;
  const forbidden = isRisky ? findForbidden(searched, anywhere, resolve) : undefined;
  if (forbidden) return denyBy(forbidden);
  if (!analysis) return { decision: isYolo ? 'allow' : 'ask', reason: { kind: 'unparsed' } };
  const places = workingFolders(text, analysis, ground);
  const groundsFor = (command: SimpleCommand) => (places.has(command) ? places.get(command) : [ground]) ?? null;
  const facts: FreeFacts = settings;
  const looksInside = (command: SimpleCommand) => {
    const part = free?.get(command) ?? null;
    // Other programs that git and some tools run are disabled only if the whole line merely looks.
    return (
      part !== null &&
      (!(part.git ?? part.isQuieted) || free?.onlyLooks === true) &&
      staysInside(part, groundsFor(command), facts)
    );
  };
  const evaluated = evaluate(text, analysis, {
    rules,
    isYolo,
    asksBeforeDestroying: settings.asksBeforeDestroying,
    fallback: settings.fallback,
    fileRisk: command =>
      fileRiskOf(command, groundsFor(command), ground, looksInside(command)) ?? unknownSecret(command, ground, facts),
    inputRisk: command => inputRiskOf(command, groundsFor(command), ground, settings.ignored),
    namesIgnored: command => namesIn(command, ground).some(file => settings.ignored.has(file)),
    broughtRisk: command => {
      const grounds = groundsFor(command) ?? [ground];
      const part = free?.get(command);
      if (part && looksInside(command)) return secretSearched(part, grounds, facts);
      return (
        shownByGit(command, part, grounds, facts) ??
        gitRisk(command, part ?? null, grounds, settings) ??
        broughtRisk(command, grounds, settings)
      );
    },
    isPlain: free !== null,
    isFree: command => settings.freesReadOnly && looksInside(command),
    looksInside,
    freeRisk: command => {
      const part = free?.get(command);
      return part ? secretSearched(part, groundsFor(command) ?? [ground], facts) : null;
    },
  });
  const effects = effectsOf(analysis.commands, (path, command) => {
    const { path: shown, isOutside } = locate(path, groundsFor(command)?.at(-1) ?? ground);
    return { path: shown, isOutside };
  });
  const hidden = hiddenIn(text);
  const recording = free ? analysis.commands.filter(isGitRecord) : [];
  const others = analysis.commands.filter(command => !recording.includes(command));
  const isRecord =
    recording.length > 0 &&
    hidden === null &&
    others.every(command => {
      const part = free?.get(command);
      return part ? staysInside(part, groundsFor(command), facts) : false;
    });
  const decision = {
    ...evaluated,
    ...(isRecord && { records: recording.flatMap(command => groundsFor(command)?.map(({ cwd }) => cwd) ?? []) }),
    ...(hidden === null && free?.onlyLooks && { onlyLooks: true as const }),
  };
  const reason = loweredBy(hidden, settings);
  return reason && evaluated.decision === 'allow'
    ? { ...decision, decision: 'ask', reason, effects }
    : { ...decision, effects };
}

/** A reason to ask about a command that may show any file of the workspace, if one of those files is a secret. */
function unknownSecret(command: SimpleCommand, ground: Ground, { secrets }: FreeFacts): PolicyReason | null {
  if (!readsUnknown(command)) return null;
  const folders = ground.folders.map(folder => locate(folder, ground).absolute);
  const secret = folders.flatMap(folder => secrets.get(folder) ?? [])[0];
  if (secret !== undefined) return { kind: 'secretBelow', detail: locate(secret, ground).path };
  const open = folders.find(folder => !secrets.has(folder));
  return open === undefined ? null : { kind: 'unknownBelow', detail: locate(open, ground).path };
}

/** A reason to ask about files that a command copies, packs or unpacks without naming them. */
function broughtRisk(
  command: SimpleCommand,
  grounds: readonly Ground[],
  { secrets, unhidden, guarded }: Pick<CommandSettings, 'secrets' | 'unhidden' | 'guarded'>,
): PolicyReason | null {
  const { folders, skipsHidden, copies, unpacks } = broughtAlong(command);
  if (unpacks) return { kind: 'indirect', detail: command.text };
  const outside = readOutside(command, grounds);
  if (outside !== undefined) return { kind: 'outside', detail: outside };
  for (const ground of grounds) {
    for (const folder of folders.map(each => locate(each, ground).absolute)) {
      const below = secrets.get(folder);
      if (!below) return { kind: 'unknownBelow', detail: locate(folder, ground).path };
      const found = [...below, ...(copies ? (guarded.get(folder) ?? []) : [])];
      const file = found.find(each => !skipsHidden || !isHiddenBelow(folder, each) || unhidden.has(each));
      if (file !== undefined) return { kind: 'secretBelow', detail: locate(file, ground).path };
    }
  }
  return null;
}

/** A reason to ask about git where it shows files, some of which are or were secrets. */
function shownByGit(
  { words }: SimpleCommand,
  part: FreeCommand | null | undefined,
  grounds: readonly Ground[],
  { repositories }: FreeFacts,
): PolicyReason | null {
  const { reach, folder } = part?.git ? { reach: part.git, folder: '.' } : (reachByRule(words) ?? {});
  if (reach === undefined || folder === undefined || reach === 'tells') return null;
  const trusts = grounds.map(ground => repositories.get(locate(folder, ground).absolute));
  const isShown = trusts.includes('secrets') || (reach === 'looksBack' && trusts.includes('history'));
  return isShown ? { kind: 'secretBelow', detail: '.git' } : null;
}

/**
 * A reason to ask about git where workspace files decide what it runs: those of a repository it works in or talks to.
 */
function gitRisk(
  command: SimpleCommand,
  part: FreeCommand | null,
  grounds: readonly Ground[],
  { gitPlaces }: Pick<CommandSettings, 'gitPlaces'>,
): PolicyReason | null {
  const isKnown = gitUses(command).every(use =>
    grounds.every(ground => {
      const place = use.folder === null ? undefined : gitPlaces.get(locate(use.folder, ground).absolute);
      return place?.runsOthers === false && talksToKnown(use, place);
    }),
  );
  return part !== null || isKnown ? null : { kind: 'indirect', detail: command.text };
}

/** Why nothing in a line is allowed, whatever the rules say. */
function loweredBy(hidden: string | null, { isYolo, brokenRules }: CommandSettings): PolicyReason | null {
  if (isYolo) return null;
  if (hidden !== null) return { kind: 'hidden', detail: hidden };
  return brokenRules === undefined ? null : { kind: 'brokenRules', detail: brokenRules };
}

function denyBy(rule: Rule): Decision {
  const { name, file, line, denyMessage } = rule;
  return {
    decision: 'deny',
    reason: { kind: 'rule', ...(denyMessage !== undefined && { detail: denyMessage }) },
    rule: { name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) },
  };
}
