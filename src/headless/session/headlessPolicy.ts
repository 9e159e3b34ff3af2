import { homedir, platform } from 'node:os';
import { ignoredFiles } from '../../agent/calls/ignoredFiles';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Workspace } from '../../agent/ports/workspace';
import type { EnvironmentSettings } from '../../config/environment';
import { ConfigurationError } from '../../config/trustedFolders';
import { createCommandDisk } from '../../node/commandDisk';
import { once } from '../../node/once';
import { appendRule, RuleFiles, rulePlaces, savedRulesFile } from '../../node/config/ruleFiles';
import { grammarFilesIn, loadBashParser } from '../../node/process/shellGrammar';
import type { Policy } from '../../policy/decision';
import { createPolicy, describeProblem } from '../../policy/engine';
import type { RuleProblem, SandboxGrant } from '../../policy/rule';
import { RuleSet } from '../../policy/ruleSet';
import {
  limitsFromSettings,
  rulesFromServers,
  rulesFromSettings,
  type ServerSettings,
  type ToolSettings,
} from '../../policy/toolRules';
import type { PlanPlaces } from '../../policy/planFiles';
import type { LazySandbox } from '../../sandbox/lazySandbox';
import type { ApprovalMode } from '../../shared/protocol';

export interface HeadlessPolicyOptions {
  /** The names of memory files. */
  readonly memoryNames: readonly string[];
  /** Lists of tools and rule files, both from settings and flags. */
  readonly tools: ToolSettings;
  readonly servers: ServerSettings;
  /** MCP servers whose tools run without approval. */
  readonly trustedServers: () => readonly string[];
  readonly policies: readonly string[];
  /** Paths of `adminPolicyPaths`: those that the administrator names, and those that others name. */
  readonly adminPolicies: { readonly own: readonly string[]; readonly others: readonly string[] };
  /** Problems of the settings that these come from. */
  readonly problems: readonly RuleProblem[];
  /** The enabled extensions. */
  readonly extensions: readonly ActiveExtension[];
  readonly environment: EnvironmentSettings;
  readonly mode: () => ApprovalMode;
  /** The mode at the start of the run: the model may switch to planning, and back to this mode. */
  readonly startMode: ApprovalMode;
  readonly isTrusted: boolean;
  readonly workspace: Workspace;
  /** Where plans may be written. */
  readonly plans: PlanPlaces;
  /** Whether the user can be asked. */
  readonly canAsk: boolean;
  readonly sandbox: Pick<LazySandbox, 'forPolicy' | 'followRules'>;
  /** The sandbox grants from the settings. */
  readonly grants: readonly SandboxGrant[];
  /** Called at the start with problems of the rules. */
  readonly err: (text: string) => void;
}

/**
 * The policy of a run without an editor: rules from files and flags; if nobody can be asked, everything else is
 * denied.
 */
export async function createHeadlessPolicy({
  tools,
  servers,
  trustedServers,
  policies,
  adminPolicies,
  problems,
  extensions,
  environment,
  mode,
  startMode,
  isTrusted,
  workspace,
  memoryNames,
  plans,
  canAsk,
  sandbox,
  grants: given,
  err,
}: HeadlessPolicyOptions): Promise<Policy> {
  const home = environment.home ?? homedir();
  const folders = () => workspace.folders().map(folder => folder.path);
  const files = new RuleFiles(() =>
    rulePlaces({
      ...{ home, folders: folders(), isTrusted, extra: policies, extensions },
      ...{ admin: adminPolicies.own, supplements: adminPolicies.others },
    }),
  );
  const listed = rulesFromSettings(tools);
  const limits = limitsFromSettings(tools);
  const rules = new RuleSet({
    read: () => files.read(),
    fixed: () => [...listed, ...rulesFromServers({ ...servers, trusted: trustedServers() })],
    grants: () => given,
    problems: () => problems,
    append: (_scope, toml) => appendRule(savedRulesFile(home), toml),
    now: () => new Date(),
  });
  for (const problem of (await rules.rules()).problems) {
    if (!problems.includes(problem)) err(`pollux: ${describeProblem(problem)}\n`);
  }
  sandbox.followRules(async () => {
    const { guardsOf } = await import('../../policy/commandPolicy');
    const { rules: all, grants = [] } = await rules.rules();
    return guardsOf(all, grants, folders());
  });
  return createPolicy({
    mode,
    isTrusted: () => isTrusted,
    canAsk: () => canAsk,
    maySwitch: next => next === 'plan' || startMode !== 'plan',
    rules: () => rules.rules(),
    limits: () => limits,
    saveRule: choice => rules.save(choice),
    ignored: paths => ignoredFiles(workspace, paths),
    ...createCommandDisk(),
    parser: once(() => loadBashParser(grammarFilesIn(__dirname))),
    shell: platform() === 'win32' ? 'powershell' : 'bash',
    folders,
    home: homedir(),
    ignoresCase: platform() !== 'linux',
    memoryNames: () => memoryNames,
    plans: () => plans,
    sandbox: sandbox.forPolicy,
  });
}

/**
 * Checks rules that take precedence over all others: if they can't be read, they might forbid anything. Throws
 * `ConfigurationError`.
 */
export async function checkAdminPolicies(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { parseRules } = await import('../../policy/rules');
  const files = new RuleFiles(() => paths.map(path => ({ path, tier: 'admin' as const, isRequired: true })));
  for (const { file, tier, text, error } of await files.read()) {
    const problem =
      text === null
        ? { file, message: error ?? "It couldn't be read." }
        : parseRules(text, file, tier).problems.find(({ isHarmless }) => !isHarmless);
    if (problem)
      throw new ConfigurationError(
        `The policies named by --admin-policy or adminPolicyPaths can't be used: ${describeProblem(problem)}`,
      );
  }
}
