import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { ignoredFiles } from '../agent/calls/ignoredFiles';
import type { Workspace } from '../agent/ports/workspace';
import type { Configuration } from '../config/configuration';
import { adminPoliciesOf, sandboxGrantsOf, serverListsOf, toolListsOf } from '../config/settingsByPurpose';
import { createCommandDisk } from '../node/commandDisk';
import { once } from '../node/once';
import { appendRule, RuleFiles, rulePlaces, savedRulesFile } from '../node/config/ruleFiles';
import { settingPath } from '../node/config/settingsFiles';
import { grammarFilesIn, loadBashParser } from '../node/process/shellGrammar';
import type { Policy } from '../policy/decision';
import { createPolicy } from '../policy/engine';
import type { PlanPlaces } from '../policy/planFiles';
import type { RuleProblem } from '../policy/rule';
import { createRestorePolicy } from '../policy/restores';
import { RuleSet } from '../policy/ruleSet';
import { limitsFromSettings, rulesFromServers, rulesFromSettings } from '../policy/toolRules';
import type { ApprovalMode } from '../shared/protocol';
import type { RestorePolicy } from '../shared/restores';
import type { LazySandbox } from '../sandbox/lazySandbox';
import type { WindowExtensions } from './extensions/windowExtensions';

export interface WindowPolicyOptions {
  readonly home: string;
  /** Where data of this workspace is stored, including its rules. */
  readonly storage: string;
  readonly folders: () => readonly string[];
  /** Where plans may be written. */
  readonly plans: () => PlanPlaces;
  readonly isTrusted: () => boolean;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  readonly extensions: Pick<WindowExtensions, 'active' | 'current'>;
  /** MCP servers whose tools run without asking. */
  readonly trustedServers: () => readonly string[];
  readonly sandbox: Pick<LazySandbox, 'forPolicy' | 'followRules'>;
}

/** The policy for all chats of a window. */
export interface WindowPolicy {
  /** The policy of one chat, with its own mode and its own "in this chat" rules. */
  forChat(mode: () => ApprovalMode): Policy;
  /** Approves restoring and undoing. */
  readonly restores: RestorePolicy;
  /** The problems in the rules. */
  problems(): Promise<readonly RuleProblem[]>;
}

/** Creates the policy from rule files, settings and the user's answers. */
export function createWindowPolicy({
  home,
  storage,
  folders,
  plans,
  isTrusted,
  workspace,
  configuration,
  extensions,
  trustedServers,
  sandbox,
}: WindowPolicyOptions): WindowPolicy {
  const folderRules = join(storage, 'rules.toml');
  const pathOf = (path: string) => settingPath(path, folders()[0] ?? home);
  const files = new RuleFiles(() =>
    rulePlaces({
      home,
      folders: folders(),
      isTrusted: isTrusted(),
      saved: folderRules,
      extra: configuration.settings.policyPaths.map(pathOf),
      admin: adminPoliciesOf(configuration.settings).own.map(pathOf),
      supplements: adminPoliciesOf(configuration.settings).others.map(pathOf),
      extensions: extensions.current(),
    }),
  );
  const own = new RuleSet({
    async read() {
      await extensions.active();
      return files.read();
    },
    fixed: () => [
      ...rulesFromSettings(toolListsOf(configuration.settings, extensions.current())),
      ...rulesFromServers({ ...serverListsOf(configuration.settings), trusted: trustedServers() }),
    ],
    grants: () => sandboxGrantsOf(configuration.settings, pathOf),
    problems: () => configuration.problems.filter(problem => problem.costsRules),
    append: (scope, toml) => appendRule(scope === 'user' ? savedRulesFile(home) : folderRules, toml),
    now: () => new Date(),
  });
  sandbox.followRules(async () => {
    const { guardsOf } = await import('../policy/commandPolicy');
    const { rules, grants = [] } = await own.rules();
    return guardsOf(rules, grants, folders());
  });
  const parser = once(() => loadBashParser(grammarFilesIn(__dirname)));
  const disk = createCommandDisk();
  const limits = () => limitsFromSettings(toolListsOf(configuration.settings));
  const memoryNames = () => configuration.settings['context.fileName'];
  const policyOf = (rules: RuleSet, mode: () => ApprovalMode) =>
    createPolicy({
      mode,
      isTrusted,
      canAsk: () => true,
      rules: () => rules.rules(),
      limits,
      saveRule: choice => rules.save(choice),
      ignored: paths => ignoredFiles(workspace, paths),
      ...disk,
      parser,
      shell: platform() === 'win32' ? 'powershell' : 'bash',
      folders,
      plans,
      home: homedir(),
      ignoresCase: platform() !== 'linux',
      memoryNames,
      sandbox: sandbox.forPolicy,
    });
  return {
    forChat: mode => policyOf(own.forChat(), mode),
    restores: createRestorePolicy({ rules: () => own.rules(), limits, folders, memoryNames }),
    problems: async () => {
      const ofSettings: readonly RuleProblem[] = configuration.problems;
      return (await own.rules()).problems.filter(problem => !ofSettings.includes(problem));
    },
  };
}
