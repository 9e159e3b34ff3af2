import type { EditProposal, EditsProposal, McpProposal, Proposal, RememberChoice } from '../shared/proposals';
import type { ApprovalMode } from '../shared/protocol';
import { recordDecision, seal } from './approvals';
import { isPlan } from './planFiles';
import type { CommandDisk } from './commandFacts';
import type { Shell } from './commandPlaces';
import type { Decision, Policy, PolicyReason, PolicyRequest } from './decision';
import { riskAboutEdit } from './editRisks';
import { changesScripts, runsByItself } from './protectedFiles';
import type { Rule, RuleProblem, SandboxGrant } from './rule';
import type { PolicySandbox } from './sandboxing';
import type { ShellParser } from './shell/syntax';
import { hostOf } from './fetchHosts';
import { holding, inOrder, isAboutTool, ruleFor } from './toolRules';
import { isSecretFile } from './secretFiles';
import { messageOf } from '../shared/messageOf';

/** The rules that hold now. Every problem that is not harmless makes the rest allow nothing. */
export interface Rules {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  readonly grants?: readonly SandboxGrant[];
}

export interface PolicyOptions extends CommandDisk {
  readonly mode: () => ApprovalMode;
  /** False: the workspace may change nothing. */
  readonly isTrusted: () => boolean;
  /** False where there is nobody to ask: what would have to be asked is denied. */
  readonly canAsk: () => boolean;
  /** Where nobody can be asked: whether the model may switch to a mode by itself. */
  readonly maySwitch?: (mode: ApprovalMode) => boolean;
  readonly rules: () => Promise<Rules>;
  /** What each of these lists of rules denies is denied, whatever `rules` say; what they allow is nobody's permission. */
  readonly limits?: () => readonly (readonly Rule[])[];
  /** Keeps the rule of a choice; session rules come back with `rules` as well. */
  readonly saveRule: (choice: RememberChoice) => Promise<void>;
  /** Loads the parser at the first command. */
  readonly parser: () => Promise<ShellParser>;
  readonly shell: Shell;
  readonly folders: () => readonly string[];
  readonly home: string;
  readonly ignoresCase: boolean;
  /** What memory files are called besides their usual names: they are protected as well. */
  readonly memoryNames?: () => readonly string[];
  /** The directory for plans, which may be written in plan mode; empty: none. */
  readonly plans?: () => string;
  /** False: commands that only look need a rule like any other. */
  readonly freesReadOnly?: boolean;
  /** The sandbox that commands run in; asked for each. Absent, or null: there is none, and none is wanted. */
  readonly sandbox?: () => Promise<PolicySandbox | null>;
}

/**
 * Who may do what. In this order: nothing is changed in an untrusted workspace, and nothing but plans in plan mode; what a rule
 * denies stays denied in every mode; files that govern the editor or the agent are asked about in every mode; then
 * the mode allows, then the rules decide by rank, then a change is asked about and a read is allowed.
 */
export function createPolicy(options: PolicyOptions): Policy {
  return {
    async decide(request) {
      const { proposal } = request;
      if (proposal) seal(proposal);
      const decision = await decide(request, options).catch((error: unknown): Decision => {
        const detail = messageOf(error);
        return { decision: 'ask', reason: { kind: 'unparsed', detail } };
      });
      const isUnasked = decision.decision === 'ask' && !options.canAsk();
      const reason: PolicyReason = { ...decision.reason, isUnasked: true };
      return recordDecision(isUnasked ? { ...decision, decision: 'deny', reason } : decision, proposal);
    },
    remember: choice => options.saveRule(choice),
  };
}

async function decide(request: PolicyRequest, options: PolicyOptions): Promise<Decision> {
  const { proposal } = request;
  const mode = options.mode();
  // That a secret file is as it would be written tells what is in it.
  const isSame = proposal?.kind === 'edit' && proposal.before === proposal.after;
  const isNothing = isSame && !isSecretFile(proposal.path);
  const isChange = proposal !== undefined && proposal.kind !== 'read' && !isNothing;
  // A skill is read, and those of a workspace that is not trusted are not there.
  if (isChange && proposal.kind !== 'skill' && !options.isTrusted())
    return { decision: 'deny', reason: { kind: 'untrusted' } };
  const limited = await limitedBy(request, options);
  if (limited) return limited;
  const { rules: all, problems, grants = [] } = await options.rules();
  const rules = holding(inOrder(all), mode, options.canAsk());
  const problem = problems.find(({ isHarmless }) => !isHarmless);
  const broken = problem && describeProblem(problem);
  if (proposal?.kind === 'command') {
    const decision = await decideShell(request, proposal, rules, broken, options);
    const sandbox = await options.sandbox?.();
    if (!sandbox) return decision;
    const { withSandbox } = await import('./commandPolicy');
    const about = rules.filter(rule => isAboutTool(rule, request));
    const isBroken = broken !== undefined;
    return withSandbox(decision, { proposal, mode, rules: about, allRules: rules, grants, sandbox, isBroken });
  }
  const rule = ruleFor(rules, request);
  if (rule?.decision === 'deny') return byRule(rule);
  if (isNothing) return { decision: 'allow', reason: { kind: 'readOnly' } };
  const writesPlan =
    mode === 'plan' && isPlan(proposal, options.plans?.() ?? '', { ...options, folders: options.folders() });
  if (mode === 'plan' && isForbiddenInPlan(proposal) && !writesPlan)
    return { decision: 'deny', reason: { kind: 'planMode' } };
  const risk = proposal && !mayRemember(request, rule, options) && riskAbout(proposal, options);
  if (risk) return { decision: 'ask', reason: risk };
  if (rule?.decision === 'ask') return byRule(rule);
  if (proposal?.kind === 'mode' && !options.canAsk() && options.maySwitch?.(proposal.mode) === true)
    return { decision: 'allow', reason: { kind: 'mode' } };
  const isQuestion = proposal?.kind === 'questions' || proposal?.kind === 'mode';
  if (isQuestion) return { decision: 'ask', reason: { kind: 'question' } };
  // What a broken file would have denied is not known, so neither a rule nor a mode allows a change.
  if (broken !== undefined) {
    return isChange ? { decision: 'ask', reason: { kind: 'brokenRules', detail: broken } } : withoutRule(request, mode);
  }
  if (mode === 'yolo' || writesPlan) return { decision: 'allow', reason: { kind: 'mode' } };
  return rule ? byRule(rule) : withoutRule(request, mode);
}

async function limitedBy(request: PolicyRequest, options: PolicyOptions): Promise<Decision | undefined> {
  const { proposal } = request;
  for (const rules of options.limits?.() ?? []) {
    const isCommand = proposal?.kind === 'command';
    const rule = isCommand ? undefined : ruleFor(rules, request);
    const decision = isCommand ? await decideShell(request, proposal, rules, undefined, options) : rule && byRule(rule);
    if (decision?.decision === 'deny') return decision;
  }
  return undefined;
}

function withoutRule({ toolName, proposal, serverName }: PolicyRequest, mode: ApprovalMode): Decision {
  if (proposal?.kind === 'mcp')
    return { decision: 'ask', reason: { kind: 'server' }, remember: rememberServer(proposal) };
  if (serverName !== undefined) return { decision: 'ask', reason: { kind: 'server' } };
  switch (proposal?.kind) {
    case undefined:
    case 'read':
      return { decision: 'allow', reason: { kind: 'readOnly' } };
    case 'edit':
    case 'edits': {
      const guess = guessedIn(proposal);
      if (guess) return { decision: 'ask', reason: { kind: 'guessed', detail: guess.path } };
      if (mode !== 'autoEdit') return { decision: 'ask', reason: { kind: 'edit' } };
      const running = editsIn(proposal).find(
        ({ file, before, after }) => runsByItself(file) || changesScripts(file, before, after),
      );
      return running
        ? { decision: 'ask', reason: { kind: 'selfRunning', detail: running.path } }
        : { decision: 'allow', reason: { kind: 'mode' } };
    }
    case 'fetch':
      return { decision: 'ask', reason: { kind: 'fetch' }, remember: rememberHosts(proposal.urls) };
    case 'skill':
      return proposal.isKnown
        ? { decision: 'allow', reason: { kind: 'readOnly' } }
        : { decision: 'ask', reason: { kind: 'skill' } };
    case 'discovered':
      return { decision: 'ask', reason: { kind: 'command' }, remember: rememberTool(toolName) };
    case 'command':
    case 'questions':
    case 'mode':
      return { decision: 'ask', reason: { kind: 'command' } };
    default:
      return proposal satisfies never;
  }
}

/** An edit whose old text was not in the file, so that where it belongs is a guess: of likeness, or of a model. */
function guessedIn(proposal: EditProposal | EditsProposal): EditProposal | undefined {
  return editsIn(proposal).find(({ correction }) => correction === 'fuzzy' || correction === 'model');
}

function editsIn(proposal: EditProposal | EditsProposal): readonly EditProposal[] {
  return proposal.kind === 'edit' ? [proposal] : proposal.edits;
}

async function decideShell(
  request: PolicyRequest,
  proposal: Extract<Proposal, { kind: 'command' }>,
  rules: readonly Rule[],
  broken: string | undefined,
  options: PolicyOptions,
): Promise<Decision> {
  const mode = options.mode();
  // Loaded with the parser, at the first command.
  const { decideOnDisk, rememberCommand } = await import('./commandPolicy');
  const parse = onceEach(await options.parser());
  const { shell, folders, home, ignoresCase } = options;
  const decision = await decideOnDisk(
    proposal.command,
    {
      shell,
      start: { cwd: proposal.cwd, folders: folders(), home, ignoresCase },
      rules: rules.filter(rule => isAboutTool(rule, request)),
      fallback: 'ask',
      isYolo: mode === 'yolo' && broken === undefined,
      asksBeforeDestroying: options.canAsk(),
      freesReadOnly: options.freesReadOnly ?? true,
      ...(broken !== undefined && { brokenRules: broken }),
    },
    options,
    parse,
  );
  // Rules may forbid more than plan mode does, but not less.
  if (mode === 'plan' && decision.decision !== 'deny')
    return { ...decision, decision: 'deny', reason: { kind: 'planMode' } };
  if (decision.decision !== 'ask') return decision;
  return { ...decision, remember: rememberCommand(proposal, decision, shell, parse) };
}

/** Each text is parsed once for one decision. */
function onceEach(parse: ShellParser): ShellParser {
  const trees = new Map<string, ReturnType<ShellParser>>();
  return text => {
    const tree = trees.get(text) ?? parse(text);
    trees.set(text, tree);
    return tree;
  };
}

/** Where nobody can be asked, whoever allows remembering itself lets that one tool write its own file. */
function mayRemember(request: PolicyRequest, rule: Rule | undefined, options: PolicyOptions): boolean {
  const { toolName, serverName, isMemory } = request;
  if (!isMemory || serverName !== undefined || options.canAsk()) return false;
  const isNamed = rule?.decision === 'allow' && rule.toolNames.includes(toolName);
  return options.mode() === 'yolo' || isNamed;
}

function isForbiddenInPlan(proposal: Proposal | undefined): boolean {
  // What a server says of its tool allows nothing, but what it says that it changes is not for a plan.
  if (proposal?.kind === 'mcp') return proposal.hints.readOnly !== true;
  return proposal?.kind === 'edit' || proposal?.kind === 'edits' || proposal?.kind === 'discovered';
}

/** What is asked about in every mode, so that no rule and no mode can be used to widen itself. */
function riskAbout(proposal: Proposal, options: PolicyOptions): PolicyReason | undefined {
  if (proposal.kind === 'read')
    return { kind: 'secret', ...(proposal.paths[0] !== undefined && { detail: proposal.paths[0] }) };
  if (proposal.kind === 'edit') return riskAboutEdit(proposal, options);
  if (proposal.kind !== 'edits') return undefined;
  return proposal.edits.map(edit => riskAboutEdit(edit, options)).find(risk => risk !== undefined);
}

function byRule({ decision, denyMessage, name, file, line }: Rule): Decision {
  return {
    decision,
    reason: { kind: 'rule', ...(denyMessage !== undefined && { detail: denyMessage }) },
    rule: { name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) },
  };
}

/** The tool, or the whole server; nothing outlives the folder for a server that the folder brings. */
function rememberServer({ server, tool, isForeign }: McpProposal): RememberChoice[] {
  const scopes = isForeign ? (['session', 'folder'] as const) : (['session', 'folder', 'user'] as const);
  const name = `mcpName = ${JSON.stringify(server)}`;
  // A name that stands for more than itself is never part of a rule.
  const rules = [...(/^[\w.:/ -]+$/.test(tool) ? [`${name}, toolName = ${JSON.stringify(tool)}`] : []), name];
  return rules.flatMap((rule, i) =>
    scopes.map(scope => ({ id: `${i < rules.length - 1 ? 'tool' : 'server'}:${scope}`, scope, rule })),
  );
}

/** One host may be fetched from without asking; several are not offered together. */
function rememberHosts(urls: readonly string[]): RememberChoice[] {
  const hosts = [...new Set(urls.map(hostOf))];
  const [host] = hosts;
  if (host === undefined || host === null || hosts.length !== 1) return [];
  return (['session', 'folder', 'user'] as const).map(scope => ({
    id: `fetch:${scope}`,
    scope,
    rule: `host = ${JSON.stringify(host)}`,
  }));
}

/** A tool that a command of the user's declares may be called from now on, whatever its arguments. */
function rememberTool(toolName: string): RememberChoice[] {
  return (['session', 'folder', 'user'] as const).map(scope => ({ id: `tool:${scope}`, scope, rule: toolName }));
}

export function describeProblem({ file, line, message }: RuleProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}
