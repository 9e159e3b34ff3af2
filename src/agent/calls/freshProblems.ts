// After a change, the model and the user are told which problems the change caused, and not about older ones.
import { ToolError } from '../../shared/errors';
import type { NewProblems, ToolDisplay } from '../../shared/messages';
import { byImportance, problemLine, shortMessage, type Problem } from '../../shared/problems';
import type { EditProposal, Proposal } from '../../shared/proposals';
import type { Diagnostics, TextProblems, UnwrittenTexts } from '../ports/diagnostics';
import type { Workspace } from '../ports/workspace';
import { problemsDelta, type ChangedText, type ProblemsDelta } from './problemsDelta';
import type { ToolOutput } from '../tool';

const MAX_LINES = 20;
const NEW_PROBLEMS = 'New problems since this change';
const NEW_IN_PROPOSED = 'Problems that the proposed edits would cause';

export interface FreshProblemsContext {
  readonly workspace: Workspace;
  /** Absent where nothing checks files for problems. */
  readonly diagnostics?: Diagnostics;
}

/** The existing files that a proposal would change. */
export function filesOf(proposal: Proposal): string[] {
  return editsOf(proposal).flatMap(({ file, before }) => (before === null ? [] : [file]));
}

/**
 * Applies a change and adds new problems to its output; call it with the proposal as approved. Rejects only if `apply`
 * does.
 */
export async function withFreshProblems(
  { workspace, diagnostics }: FreshProblemsContext,
  proposal: Proposal,
  signal: AbortSignal,
  apply: () => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const edits = editsOf(proposal);
  if (!diagnostics || edits.length === 0) return apply();
  const watch = diagnostics.watch(edits.map(({ file }) => file));
  try {
    const output = await apply();
    const changes = await Promise.all(edits.map(async edit => changedText(edit, workspace)));
    const found = watch.unseen.size > 0 ? await checkChanges(diagnostics, changes, signal) : undefined;
    const { problems, unanswered } = await watch.settled(signal, { ...(found && { checked: found.checked }) });
    const isOther = ({ source }: Problem) => !found || (source !== 'ts' && source !== 'js');
    const before = [...watch.before.filter(isOther), ...(found?.before ?? [])];
    const after = [...problems.filter(isOther), ...(found?.after ?? [])];
    const known = new Set([...watch.known, ...(found?.checked ?? [])]);
    const delta = problemsDelta(before.filter(isGrave), after.filter(isGrave), changes, known);
    const news = await describe(delta, NEW_PROBLEMS, unanswered, workspace);
    const display = await withNewProblems(output.display, delta.fresh, workspace);
    return { ...output, content: [output.content, ...news].join('\n'), ...(display && { display }) };
  } finally {
    watch.end();
  }
}

/** The problems of TypeScript and JavaScript in changed files and those that use them; undefined if nothing answers. */
async function checkChanges(
  diagnostics: Diagnostics,
  changes: readonly ChangedText[],
  signal: AbortSignal,
): Promise<TextProblems | undefined> {
  const before = changes.flatMap(change => (change.before === null ? [] : [[change.file, change.before] as const]));
  const after = changes.map(change => [change.file, change.after] as const);
  return diagnostics.checkTexts?.({ before: new Map(before), after: new Map(after) }, signal);
}

/**
 * What the model is told about problems that undecided edits would cause, besides those with the texts of `before`.
 * Undefined: nothing new, or nothing can check texts that are not written.
 */
export async function problemsOfUnwritten(
  { workspace, diagnostics }: FreshProblemsContext,
  texts: { readonly before: UnwrittenTexts; readonly after: UnwrittenTexts },
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await diagnostics?.checkTexts?.(texts, signal);
  if (!found) return undefined;
  const changes = await Promise.all(
    [...texts.after].map(async ([file, after]) => {
      const before = texts.before.get(file) ?? (await writtenText(file, workspace));
      return { file, before, after };
    }),
  );
  const delta = problemsDelta(found.before.filter(isGrave), found.after.filter(isGrave), changes, found.checked);
  const news = await describe(delta, NEW_IN_PROPOSED, [], workspace);
  return news.length > 0 ? news.join('\n') : undefined;
}

/** Null: there is no such file. */
async function writtenText(file: string, workspace: Workspace): Promise<string | null> {
  try {
    return (await workspace.readText(await workspace.resolve(file))).text;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** Whether the output of a change reports new problems. */
export function tellsOfProblems(content: string): boolean {
  return content.includes(`\n${NEW_PROBLEMS} (`);
}

function editsOf(proposal: Proposal): readonly EditProposal[] {
  if (proposal.kind === 'edit') return [proposal];
  return proposal.kind === 'edits' ? proposal.edits : [];
}

function isGrave({ severity }: Problem): boolean {
  return severity === 'error' || severity === 'warning';
}

/** The file's current text: the editor may have formatted it when saving. */
async function changedText({ file, before, after }: EditProposal, workspace: Workspace): Promise<ChangedText> {
  return { file, before, after: (await writtenText(file, workspace)) ?? after };
}

async function describe(
  { fresh, uncertain, fixed }: ProblemsDelta,
  title: string,
  unanswered: readonly string[],
  workspace: Workspace,
): Promise<string[]> {
  const silent = await Promise.all(unanswered.map(async file => shownPath(file, workspace)));
  return [
    ...(await section(title, fresh, workspace)),
    ...(await section('Problems in lines that did not change, which may be old', uncertain, workspace)),
    ...(fixed > 0 ? [`Problems that this change fixed: ${fixed}.`] : []),
    ...(silent.length > 0
      ? [
          `Timed out: the editor has said nothing about ${silent.join(', ')} yet: no change, still being checked, or not checked while no tab shows it.`,
        ]
      : []),
  ];
}

/** What the user sees of the change, with its problems. */
async function withNewProblems(
  display: ToolDisplay | undefined,
  fresh: readonly Problem[],
  workspace: Workspace,
): Promise<ToolDisplay | undefined> {
  if (fresh.length === 0 || (display?.type !== 'edit' && display?.type !== 'edits')) return display;
  const shown = mostImportant(fresh).map(async ({ file, line, severity, message }) => {
    const kind = severity === 'error' ? 'error' : 'warning';
    return { path: await shownPath(file, workspace), line, severity: kind, message: shortMessage(message) } as const;
  });
  const newProblems: NewProblems = { total: fresh.length, shown: await Promise.all(shown) };
  return { ...display, newProblems };
}

function mostImportant(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(byImportance).slice(0, MAX_LINES);
}

async function section(title: string, problems: readonly Problem[], workspace: Workspace): Promise<string[]> {
  if (problems.length === 0) return [];
  const shown = mostImportant(problems);
  const lines = await Promise.all(shown.map(async each => problemLine(each, await shownPath(each.file, workspace))));
  const rest = problems.length - shown.length;
  return [`${title} (${problems.length}):`, ...lines, ...(rest > 0 ? [`... and ${rest} more`] : [])];
}

async function shownPath(file: string, workspace: Workspace): Promise<string> {
  try {
    return (await workspace.resolve(file)).display;
  } catch (error) {
    if (error instanceof ToolError) return file;
    throw error;
  }
}
