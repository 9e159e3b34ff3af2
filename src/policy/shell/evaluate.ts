import type { Decision, PartDecision, PolicyReason, RuleReference } from '../decision';
import { boundedTest } from '../boundedPattern';
import type { Rule } from '../rule';
import { allowsAll, isExactly, isWholeShell, namesPlace } from './ruleShapes';
import { baseName, type ShellAnalysis, type SimpleCommand, type Word } from './command';
import { couldMatch, matchesLoosely } from './denyMatch';
import { hidesOption } from './hiddenOptions';
import { isListed, secretWord } from './options/smuggled';
import { riskOf, isNothing } from './programs';
import { inWordsOf, isSmuggled, matchesPlainly } from './ruleWords';
import { wrappedProgram } from './wrappers';
import { stableJson } from '../stableJson';

/** The rules, mode and file checks that one command line is evaluated with. */
export interface EvaluationContext {
  /** The rules about shell commands that currently apply; the first match wins. */
  readonly rules: readonly Rule[];
  /** Used where no rule applies. */
  readonly fallback: 'allow' | 'ask' | 'deny';
  /** Nothing is asked, but what is denied is denied in this mode too. */
  readonly isYolo: boolean;
  /** Irreversible destruction is asked about even in yolo mode, unless a rule spells it out. */
  readonly asksBeforeDestroying: boolean;
  /** A reason to ask about the files that a command touches, whatever the rules say. */
  readonly fileRisk: (command: SimpleCommand) => PolicyReason | null;
  /** A reason to ask about input redirections, if they reach further than an argument could. */
  readonly inputRisk: (command: SimpleCommand) => PolicyReason | null;
  /** A reason to ask about what a command brings along or unpacks, unless a rule allows exactly this, or everything. */
  readonly broughtRisk: (command: SimpleCommand) => PolicyReason | null;
  /** True for a command that names a file excluded by ignore files. */
  readonly namesIgnored: (command: SimpleCommand) => boolean;
  /** The words are literal and simply joined. */
  readonly isPlain: boolean;
  /** True for a command that needs no rule, unless `freeRisk` objects. */
  readonly isFree: (command: SimpleCommand) => boolean;
  /** True for a command of a plain line that only looks, and only inside the workspace. */
  readonly looksInside: (command: SimpleCommand) => boolean;
  readonly freeRisk: (command: SimpleCommand) => PolicyReason | null;
}

/** The decision about a whole line: denied if any part is denied, otherwise asked about if any part is. */
export function evaluate(text: string, { commands, risks }: ShellAnalysis, context: EvaluationContext): Decision {
  const parts = withoutRules(
    commands.map(command => evaluatePart(command, context)),
    context,
  );
  const denied = parts.find(part => part.decision === 'deny');
  if (denied) return decisionOf('deny', denied, parts);
  // Even if the line could not be parsed, its text must not match a rule that denies.
  const isRisky = risks.length > 0 || commands.length === 0;
  const raw = isRisky && context.rules.find(rule => rule.decision === 'deny' && matchesRaw(rule, text));
  if (raw) return { decision: 'deny', reason: ruleReason(raw), rule: referenceTo(raw), parts };
  const asked = parts.find(part => part.decision === 'ask');
  if (context.isYolo && !asked) return { decision: 'allow', reason: { kind: 'mode' }, parts };
  const [risk] = risks;
  if (risk && !context.isYolo && !allowsAll(context.rules)) return { decision: 'ask', reason: risk, parts };
  if (asked) return decisionOf('ask', asked, parts);
  const [first] = parts;
  // A line in which no command was found is asked about.
  return first ? decisionOf('allow', first, parts) : { decision: 'ask', reason: { kind: 'command' }, parts };
}

/** A part that does nothing by itself, such as an assignment, is free next to an allowed part and in plain lines. */
function withoutRules(parts: readonly PartDecision[], { isPlain, fallback }: EvaluationContext): PartDecision[] {
  const isOpen = !isPlain && parts.every(part => part.decision === 'allow' && part.reason.kind === 'readOnly');
  return parts.map(part => (isOpen ? { ...part, decision: fallback, reason: { kind: 'command' } } : part));
}

function decisionOf(decision: Decision['decision'], { reason, rule }: PartDecision, parts: PartDecision[]): Decision {
  return { decision, reason, parts, ...(rule && { rule }) };
}

function evaluatePart(command: SimpleCommand, context: EvaluationContext): PartDecision {
  const { text } = command;
  const as = (decision: PartDecision['decision'], reason: PolicyReason, rule?: Rule): PartDecision => ({
    text,
    decision,
    reason,
    ...(rule && { rule: referenceTo(rule) }),
  });
  const forbidding = context.rules.find(
    each => each.decision === 'deny' && command.mayStart?.some(other => matches(each, other, context)),
  );
  if (forbidding) return as('deny', ruleReason(forbidding), forbidding);
  const rule = context.rules.find(each => matches(each, command, context));
  if (rule?.decision === 'deny') return as('deny', ruleReason(rule), rule);
  if (context.isYolo) {
    // An "ask" rule of the user applies in every mode, as it does for all other tools.
    if (rule?.decision === 'ask') return as('ask', ruleReason(rule), rule);
    const risk = context.asksBeforeDestroying ? riskAbout(command, rule, context) : null;
    if (risk?.kind === 'destructive') return as('ask', risk, rule);
    const guarded = fileRiskOf(command, context, as);
    return guarded && guarded.reason.kind !== 'selfRunning' ? guarded : as('allow', { kind: 'mode' });
  }
  const risk = riskAbout(command, rule, context);
  if (risk?.kind === 'destructive') return as('ask', risk, rule);
  if (risk) return guardedFile(command, context, as) ?? as('ask', risk, rule);
  const stricter = context.rules.slice(0, rule && context.rules.indexOf(rule));
  if (stricter.some(each => mayHide(command, each))) return as('ask', { kind: 'indirect', detail: text }, rule);
  const fileRisk = fileRiskOf(command, context, as);
  if (fileRisk) return fileRisk;
  const isTold = rule?.decision === 'allow' && (isWholeShell(rule) || isExactly(rule, text));
  const secret = isTold ? undefined : secretWord(command.words);
  if (rule?.decision === 'allow' && secret !== undefined) return as('ask', { kind: 'secret', detail: secret }, rule);
  const brought = isTold ? null : context.broughtRisk(command);
  if (brought && !(brought.kind === 'outside' && rule && namesPlace(rule, brought.detail)))
    return as('ask', brought, rule);
  if (rule) return as(rule.decision, rule.decision === 'ask' ? ruleReason(rule) : { kind: 'rule' }, rule);
  if (!needsNoRule(command, context)) return as(context.fallback, { kind: 'command' });
  const freeRisk = context.freeRisk(command);
  return freeRisk ? as(context.fallback, freeRisk) : as('allow', { kind: 'readOnly' });
}

/** A word that begins with `/` or `~`, or contains `..`. */
const LEADS_OUT = /(?:^|[\s"'])(?:[/~]|\S*\.\.(?:[/\s"']|$))/;

/** Whether a command may run without a rule. A file test reveals which files exist, so it must stay inside. */
function needsNoRule(command: SimpleCommand, context: EvaluationContext): boolean {
  const { isCarrier, words, text } = command;
  if (context.isFree(command)) return true;
  if (isCarrier || words.length === 0) return true;
  if (!isNothing(words)) return false;
  if (!words[0]?.value.startsWith('[')) return true;
  return context.isPlain ? context.looksInside(command) : !LEADS_OUT.test(text);
}

function fileRiskOf(
  command: SimpleCommand,
  context: EvaluationContext,
  as: (decision: 'ask', reason: PolicyReason) => PartDecision,
): PartDecision | null {
  const risk = context.fileRisk(command);
  return risk && as('ask', risk);
}

/** Written files that control or run something: a worse reason than most, which a sandbox would hold. */
function guardedFile(...of: Parameters<typeof fileRiskOf>): PartDecision | null {
  const risk = fileRiskOf(...of);
  return risk && /^(?:protected|selfRunning)$/.test(risk.reason.kind) ? risk : null;
}

/** A reason to ask even where a rule allows the command, unless the rule spells the risk out. */
function riskAbout(command: SimpleCommand, rule: Rule | undefined, context: EvaluationContext): PolicyReason | null {
  const { words, risks, redirections, text } = command;
  const isWhole = rule !== undefined && isWholeShell(rule);
  const isOpen = isWhole && allowsAll(context.rules);
  const risk = risks.find(({ kind }) => !isOpen || kind === 'destructive');
  if (risk) return risk;
  // For commands that the tables know, every option has already been checked.
  for (const level of context.looksInside(command) ? [] : LEVELS) {
    const own = level(words);
    if (!own) continue;
    const kind = riskOf(own);
    const isNamed = rule?.decision === 'allow' && (isListed(own[0]?.value ?? '') || isExactly(rule, text));
    const isTold = kind === 'indirect' && (isWhole || isNamed);
    if (kind && !isTold && !(rule && spellsOut(rule, words, level))) return { kind, detail: text };
    if (isWhole) continue;
    if (hidesOption(own)) return { kind: 'indirect', detail: text };
    if (rule?.decision === 'allow' && isSmuggled(rule, command, own)) return { kind: 'indirect', detail: text };
  }
  if (rule?.allowsRedirection) return null;
  const written = redirections.find(({ kind }) => kind === 'write');
  return written ? { kind: 'redirection', detail: written.target.value } : context.inputRisk(command);
}

/** The named program, and the program that it may have been called to run. */
const LEVELS: readonly ((words: readonly Word[]) => readonly Word[] | null)[] = [words => words, wrappedProgram];

/** True if the words that a rule allows are themselves the risk. */
function spellsOut(
  { commandPrefixes = [] }: Rule,
  words: readonly Word[],
  level: (words: readonly Word[]) => readonly Word[] | null,
): boolean {
  const isRisky = (some: readonly Word[]) => riskOf(level(some) ?? []) !== null;
  return commandPrefixes.some(prefix => {
    const count = matchesPlainly(words, prefix);
    const isOwn = count !== null && (count > 1 || !isRisky(words.slice(0, 1)));
    return isOwn && isRisky(words.slice(0, count));
  });
}

/** An allowing rule must match word for word; one that denies or asks matches anything similar. */
function matches(rule: Rule, command: SimpleCommand, { namesIgnored }: EvaluationContext): boolean {
  if (rule.ignoredFiles && !namesIgnored(command)) return false;
  const { commandPrefixes, commandRegex, argsPattern } = rule;
  const { words, text, cmdlet } = command;
  const isAllow = rule.decision === 'allow';
  if (commandPrefixes) {
    const named = cmdlet === undefined ? words : inWordsOf(words, cmdlet, commandPrefixes);
    const fits = (prefix: string) =>
      isAllow ? matchesPlainly(named, prefix) !== null : matchesLoosely(words, prefix) || startsWith(text, prefix);
    return commandPrefixes.some(fits);
  }
  const normal = words.map(word => word.value).join(' ');
  const near = isAllow
    ? [text]
    : [text, normal, [baseName(words[0]?.value ?? ''), ...words.slice(1).map(word => word.value)].join(' ')];
  if (commandRegex) return near.some(each => atStart(commandRegex, each, !isAllow) && (!isAllow || words.length > 0));
  if (argsPattern) return near.some(each => boundedTest(argsPattern, stableJson({ command: each }), !isAllow));
  return words.length > 0 || !isAllow;
}

/** True if words that are known only at run time could turn the command into one that a rule denies or asks about. */
function mayHide({ words, text }: SimpleCommand, { decision, commandPrefixes, commandRegex }: Rule): boolean {
  if (decision === 'allow') return false;
  if (commandPrefixes) return commandPrefixes.some(prefix => couldMatch(words, prefix));
  const open = words.findIndex(word => !word.isStatic);
  if (!commandRegex || open < 0) return false;
  const known = words
    .slice(0, open)
    .map(word => `${word.value} `)
    .join('');
  const wanted = /^\^?([\w /.-]*)(?![?*{])/.exec(commandRegex.source)?.[1] ?? '';
  return wanted.startsWith(known) || known.startsWith(wanted) || text.startsWith(wanted);
}

/** Whether a denying rule matches the beginning of the line's raw text. */
function matchesRaw(rule: Rule, text: string): boolean {
  const { commandPrefixes, commandRegex, argsPattern, ignoredFiles } = rule;
  // Which files a line names is only known once it is parsed.
  if (ignoredFiles) return false;
  if (commandPrefixes) return commandPrefixes.some(prefix => startsWith(text, prefix));
  if (commandRegex) return atStart(commandRegex, text.trimStart(), true);
  return argsPattern ? boundedTest(argsPattern, stableJson({ command: text }), true) : true;
}

function startsWith(text: string, prefix: string): boolean {
  const own = text.trimStart();
  return own.startsWith(prefix) && /^(?:$|[\s;&|()<>"'])/.test(own.slice(prefix.length));
}

function atStart(pattern: RegExp, text: string, undecided: boolean): boolean {
  return boundedTest(new RegExp(`^(?:${pattern.source})`, pattern.flags), text, undecided);
}

function ruleReason({ denyMessage }: Rule): PolicyReason {
  return { kind: 'rule', ...(denyMessage !== undefined && { detail: denyMessage }) };
}

function referenceTo({ name, file, line }: Rule): RuleReference {
  return { name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
}
