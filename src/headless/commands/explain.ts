import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createCommandDisk } from '../../node/commandDisk';
import { loadIgnoreRules } from '../../node/files/ignoreRules';
import { grammarFilesIn, loadBashParser } from '../../node/process/shellGrammar';
import { whyDecided } from '../../agent/calls/callOutcome';
import type { Shell } from '../../policy/commandPlaces';
import type { Decision, PartDecision } from '../../policy/decision';
import { describeProblem } from '../../policy/engine';
import { parseRules } from '../../policy/rules';
import type { RuleFile } from '../../policy/rule';
import type { ShellParser } from '../../policy/shell/syntax';
import { holding, inOrder, isAboutTool } from '../../policy/toolRules';
import type { ApprovalMode } from '../../shared/protocol';
import { InputError } from '../commandLine';
import { MODES, parseFlags } from '../flags';
import { loadKeptConfiguration } from '../session/keptConfiguration';
import type { Streams } from '../output/streams';
import { readRulesHere, type RulesHere } from '../session/rulesHere';
import { messageOf } from '../../shared/messageOf';

export const EXPLAIN_HELP = `Usage: pollux policy explain [options] (-- COMMAND | --stdin)

Shows how shell commands would be evaluated, one line of JSON each. Nothing is run.

      --policy FILE            use these rules instead of the ones that apply here (the lists in settings.json and
                               rules files); can be repeated
      --approval-mode MODE     default, auto_edit, yolo or plan (default: default)
      --shell SHELL            bash or powershell (default: bash)
      --stdin                  read commands from standard input, one JSON string per line
`;

interface ExplainFlags {
  readonly policies: readonly string[];
  readonly mode: ApprovalMode;
  readonly shell: Shell;
  readonly command?: string;
}

/** Runs `pollux policy explain`; resolves to the exit code. Throws `InputError`. */
export async function explainPolicy(args: readonly string[], { out, err }: Streams, dist: string): Promise<number> {
  const flags = parseExplainFlags(args);
  const file: RulesHere =
    flags.policies.length > 0
      ? await readPolicies(flags.policies)
      : await readRulesHere(await loadKeptConfiguration(parseFlags([]), err));
  for (const problem of file.problems) err(`pollux: ${describeProblem(problem)}\n`);
  const parse = await loadBashParser(grammarFilesIn(dist));
  const evaluate = async (command: string) =>
    out(`${JSON.stringify(explained(await decide(command, flags, file, parse)))}\n`);
  let code = file.problems.some(({ isHarmless }) => !isHarmless) ? 52 : 0;
  if (flags.command !== undefined) await evaluate(flags.command);
  else {
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      const command = commandIn(line);
      if (command !== null) await evaluate(command);
      else {
        code = 42;
        out(
          `${JSON.stringify({ decision: 'deny', reason: "This line isn't a JSON string.", rule: null, parts: [] })}\n`,
        );
      }
    }
  }
  return code;
}

async function decide(command: string, flags: ExplainFlags, file: RulesHere, parse: ShellParser): Promise<Decision> {
  for (const rules of file.limits ?? []) {
    const decision = await decideBy(command, flags, { rules, problems: [] }, parse);
    if (decision.decision === 'deny') return decision;
  }
  return decideBy(command, flags, file, parse);
}

async function decideBy(
  command: string,
  { mode, shell }: ExplainFlags,
  file: RuleFile,
  parse: ShellParser,
): Promise<Decision> {
  const rules = holding(inOrder(file.rules), mode, true).filter(rule =>
    isAboutTool(rule, { toolName: 'run_shell_command' }),
  );
  const problem = file.problems.find(({ isHarmless }) => !isHarmless);
  const start = {
    cwd: process.cwd(),
    folders: [process.cwd()],
    home: homedir(),
    ignoresCase: process.platform !== 'linux',
  };
  const disk = {
    ...createCommandDisk(),
    ignored: (paths: readonly string[]) => Promise.resolve(ignoredHere(paths)),
  };
  const { decideOnDisk } = await import('../../policy/commandPolicy');
  const decision = await decideOnDisk(
    command,
    {
      shell,
      start,
      rules,
      fallback: 'ask',
      isYolo: mode === 'yolo' && !problem,
      asksBeforeDestroying: true,
      freesReadOnly: true,
      ...(problem && { brokenRules: describeProblem(problem) }),
    },
    disk,
    parse,
  );
  return mode === 'plan' && decision.decision !== 'deny'
    ? { ...decision, decision: 'deny', reason: { kind: 'planMode' } }
    : decision;
}

function ignoredHere(files: readonly string[]): ReadonlySet<string> {
  const rules = loadIgnoreRules(process.cwd(), { git: true, gemini: true });
  const isIgnored = (file: string) => {
    const path = relative(process.cwd(), file).replaceAll('\\', '/');
    return (
      path !== '' &&
      !/^(?:\.\.\/|\.\.$|\/|[a-zA-Z]:)/.test(path) &&
      (rules.isIgnored(path) || rules.isIgnored(`${path}/`))
    );
  };
  return new Set(files.filter(isIgnored));
}

function explained({ decision, reason, rule, parts = [] }: Decision) {
  return {
    decision,
    reason: whyDecided(decision, reason),
    rule: rule?.name ?? null,
    parts: parts.map((part: PartDecision) => ({
      text: part.text,
      decision: part.decision,
      reason: whyDecided(part.decision, part.reason),
      rule: part.rule?.name ?? null,
    })),
  };
}

async function readPolicies(paths: readonly string[]): Promise<RuleFile> {
  const files = await Promise.all(
    paths.map(async path => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => error as Error);
      return typeof text === 'string'
        ? parseRules(text, path, 'user')
        : { rules: [], problems: [{ file: path, message: text.message }] };
    }),
  );
  return { rules: files.flatMap(file => file.rules), problems: files.flatMap(file => file.problems) };
}

function commandIn(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : null;
  } catch {
    return null; // the caller prints a line for it
  }
}

function parseExplainFlags(args: readonly string[]): ExplainFlags {
  // Everything after `--` is the command, even if it looks like a flag.
  const at = args.indexOf('--');
  const rest = at < 0 ? [] : args.slice(at + 1);
  const { values } = readFlags(at < 0 ? args : args.slice(0, at));
  const modeName = values['approval-mode'] ?? 'default';
  const mode = Object.hasOwn(MODES, modeName) ? MODES[modeName] : undefined;
  if (!mode) throw new InputError(`--approval-mode must be one of ${Object.keys(MODES).join(', ')}: ${modeName}`);
  const { shell = 'bash', policy = [], stdin = false } = values;
  if (shell !== 'bash' && shell !== 'powershell') throw new InputError(`--shell must be bash or powershell: ${shell}`);
  if (stdin === rest.length > 0) throw new InputError(`Give either a command after --, or --stdin.\n\n${EXPLAIN_HELP}`);
  return { policies: policy, mode, shell, ...(!stdin && { command: rest.join(' ') }) };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        policy: { type: 'string', multiple: true },
        'approval-mode': { type: 'string' },
        shell: { type: 'string' },
        stdin: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new InputError(messageOf(error));
  }
}
