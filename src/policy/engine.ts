import type { Proposal, RememberChoice } from '../shared/proposals';
import type { ApprovalMode } from '../shared/protocol';
import { recordDecision, seal } from './approvals';
import { planPlace, type PlanPlaces } from './planFiles';
import type { CommandDisk } from './commandFacts';
import type { Shell } from './commandPlaces';
import type { Decision, Policy, PolicyReason, PolicyRequest } from './decision';
import { riskAboutEdit } from './editRisks';
import type { Rule, RuleProblem, SandboxGrant } from './rule';
import type { PolicySandbox } from './sandboxing';
import type { ShellParser } from './shell/syntax';
import { holding, inOrder, isAboutTool, ruleFor } from './toolRules';
import { isSecretFile } from './secretFiles';
import { messageOf } from '../shared/messageOf';
import { withoutRule } from './withoutRule';

/** The current rules. While a problem that is not harmless exists, no rule allows anything. */
export interface Rules {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
  readonly grants?: readonly SandboxGrant[];
}

export interface PolicyOptions extends CommandDisk {
  readonly mode: () => ApprovalMode;
  /** False: nothing may be changed in the workspace. */
  readonly isTrusted: () => boolean;
  /** False if there is no user to ask: calls that require approval are denied. */
  readonly canAsk: () => boolean;
  /** Whether the model may switch to a mode by itself; used only where there is no user to ask. */
  readonly maySwitch?: (mode: ApprovalMode) => boolean;
  readonly rules: () => Promise<Rules>;
  /** Whatever one of these lists of rules denies is denied, whatever `rules` say. What they allow grants nothing. */
  readonly limits?: () => readonly (readonly Rule[])[];
  /** Saves the rule of a choice; session rules are also returned by `rules` afterwards. */
  readonly saveRule: (choice: RememberChoice) => Promise<void>;
  /** Loads the parser with the first command. */
  readonly parser: () => Promise<ShellParser>;
  readonly shell: Shell;
  readonly folders: () => readonly string[];
  readonly home: string;
  readonly ignoresCase: boolean;
  /** Names of memory files besides the usual ones: these files are protected too. */
  readonly memoryNames?: () => readonly string[];
  /** Where plans may be written in plan mode. */
  readonly plans?: () => PlanPlaces;
  /** False: commands that only look need a rule like any other. */
  readonly freesReadOnly?: boolean;
  /** The sandbox for commands, asked for with each command. Absent or null: there is none, and none is required. */
  readonly sandbox?: () => Promise<PolicySandbox | null>;
}

/**
 * Creates the policy. In this order: nothing is changed in an untrusted workspace, and nothing but plans in plan
 * mode; what a rule denies is denied in every mode; files that govern the editor or the agent are asked about in
 * every mode; then the mode may allow; then the rules decide by rank; otherwise changes are asked about and reads are
 * allowed.
 */
export function createPolicy(options: PolicyOptions): Policy {
  return {
    async decide(request) {
      const { proposal } = request;
      if (proposal) seal(proposal);
      const decision = await decide(request, options).catch(askAfter);
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
  // Confirming that a secret file already has this text would reveal its content.
  const isSame = proposal?.kind === 'edit' && proposal.before === proposal.after;
  const isNothing = isSame && !isSecretFile(proposal.path);
  const isChange = proposal !== undefined && proposal.kind !== 'read' && !isNothing;
  // A skill is only read, and the skills of an untrusted workspace are not loaded.
  if (isChange && proposal.kind !== 'skill' && !options.isTrusted())
    return { decision: 'deny', reason: { kind: 'untrusted' } };
  const limited = await limitedBy(request, options);
  if (limited?.decision === 'deny') return limited;
  const { rules: all, problems, grants = [] } = await options.rules();
  const rules = holding(inOrder(all), mode, options.canAsk());
  const problem = problems.find(({ isHarmless }) => !isHarmless);
  const broken = problem && describeProblem(problem);
  if (proposal?.kind === 'command') {
    const decision = await decideShell(request, proposal, rules, broken, options);
    if (decision.decision === 'deny') return decision;
    if (limited) return limited;
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
  const plan = mode === 'plan' ? planAt(proposal, options) : undefined;
  if (mode === 'plan' && isForbiddenInPlan(proposal) && !plan)
    return { decision: 'deny', reason: { kind: 'planMode' } };
  const isSafe = plan === 'outside' || mayRemember(request, rule, options);
  const risk = proposal && !isSafe && riskAbout(proposal, options);
  if (risk) return { decision: 'ask', reason: risk };
  if (rule?.decision === 'ask') return byRule(rule);
  if (proposal?.kind === 'mode' && !options.canAsk() && options.maySwitch?.(proposal.mode) === true)
    return { decision: 'allow', reason: { kind: 'mode' } };
  const isQuestion = proposal?.kind === 'questions' || proposal?.kind === 'mode';
  if (isQuestion) return { decision: 'ask', reason: { kind: 'question' } };
  // It isn't known what a broken file would have denied, so neither a rule nor a mode allows a change.
  if (broken !== undefined) {
    return isChange ? { decision: 'ask', reason: { kind: 'brokenRules', detail: broken } } : withoutRule(request, mode);
  }
  if (mode === 'yolo' || plan) return { decision: 'allow', reason: { kind: 'mode' } };
  return rule ? byRule(rule) : withoutRule(request, mode);
}

function planAt(proposal: Proposal | undefined, options: PolicyOptions) {
  return planPlace(proposal, options.plans?.() ?? {}, { ...options, folders: options.folders() });
}

function askAfter(error: unknown): Decision {
  return { decision: 'ask', reason: { kind: 'unparsed', detail: messageOf(error) } };
}

/** What a limit denies; a question if a limit can't be evaluated, because rules may still deny the call. */
async function limitedBy(request: PolicyRequest, options: PolicyOptions): Promise<Decision | undefined> {
  const { proposal } = request;
  let failed: Decision | undefined;
  for (const rules of options.limits?.() ?? []) {
    const isCommand = proposal?.kind === 'command';
    const rule = isCommand ? undefined : ruleFor(rules, request);
    const decision = isCommand
      ? await decideShell(request, proposal, rules, undefined, options).catch((error: unknown) => {
          failed = askAfter(error);
          return failed;
        })
      : rule && byRule(rule);
    if (decision?.decision === 'deny') return decision;
  }
  return failed;
}

async function decideShell(
  request: PolicyRequest,
  proposal: Extract<Proposal, { kind: 'command' }>,
  rules: readonly Rule[],
  broken: string | undefined,
  options: PolicyOptions,
): Promise<Decision> {
  const mode = options.mode();
  // Loaded together with the parser, at the first command.
  const { decideOnDisk, rememberCommand } = await import('./commandPolicy');
  const failing = (error: unknown) => (): never => {
    throw error;
  };
  const parse = onceEach(await options.parser().catch(failing));
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
  // Rules may be stricter than plan mode, but not more lenient.
  if (mode === 'plan' && decision.decision !== 'deny')
    return { ...decision, decision: 'deny', reason: { kind: 'planMode' } };
  if (decision.decision !== 'ask') return decision;
  return { ...decision, remember: rememberCommand(proposal, decision, shell, parse) };
}

/** Parses each text only once per decision. */
function onceEach(parse: ShellParser): ShellParser {
  const trees = new Map<string, ReturnType<ShellParser>>();
  return text => {
    const tree = trees.get(text) ?? parse(text);
    trees.set(text, tree);
    return tree;
  };
}

/** Whether memory may be written where there is no user to ask: only if a rule names the tool, or in yolo mode. */
function mayRemember(request: PolicyRequest, rule: Rule | undefined, options: PolicyOptions): boolean {
  const { toolName, serverName, isMemory } = request;
  if (!isMemory || serverName !== undefined || options.canAsk()) return false;
  const isNamed = rule?.decision === 'allow' && rule.toolNames.includes(toolName);
  return options.mode() === 'yolo' || isNamed;
}

function isForbiddenInPlan(proposal: Proposal | undefined): boolean {
  // A server's claims about its tool grant nothing, but a tool that doesn't claim to be read-only isn't for plan
  // mode.
  if (proposal?.kind === 'mcp') return proposal.hints.readOnly !== true;
  return proposal?.kind === 'edit' || proposal?.kind === 'edits' || proposal?.kind === 'discovered';
}

/** A reason to ask in every mode, so that no rule or mode can be used to widen its own permissions. */
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

export function describeProblem({ file, line, message }: RuleProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}
