import { homedir, platform } from 'node:os';
import { ignoredFiles } from '../agent/calls/ignoredFiles';
import type { Workspace } from '../agent/ports/workspace';
import type { EnvironmentSettings } from '../config/environment';
import { findMatches } from '../node/search/findMatches';
import { followLinks } from '../node/files/followLinks';
import { filesBelow } from '../node/search/filesBelow';
import { once } from '../node/once';
import { appendRule, RuleFiles, rulePlaces, savedRulesFile } from '../node/config/ruleFiles';
import { grammarFilesIn, loadBashParser } from '../node/process/shellGrammar';
import type { Policy } from '../policy/decision';
import { createPolicy } from '../policy/engine';
import type { RuleProblem } from '../policy/rules';
import { RuleSet } from '../policy/ruleSet';
import { rulesFromSettings, type ToolSettings } from '../policy/toolRules';
import type { ApprovalMode } from '../shared/protocol';

export interface HeadlessPolicyOptions {
  /** Lists of tools, and files of rules, both by settings and flags. */
  readonly tools: ToolSettings;
  readonly policies: readonly string[];
  /** What is wrong with the settings that those come from. */
  readonly problems: readonly RuleProblem[];
  readonly environment: EnvironmentSettings;
  readonly mode: () => ApprovalMode;
  readonly isTrusted: boolean;
  readonly workspace: Workspace;
}

/** The policy of a run that has nobody to ask: rules of files and flags, and everything else is denied. */
export function createHeadlessPolicy({
  tools,
  policies,
  problems,
  environment,
  mode,
  isTrusted,
  workspace,
}: HeadlessPolicyOptions): Policy {
  const home = environment.home ?? homedir();
  const folders = () => workspace.folders().map(folder => folder.path);
  const files = new RuleFiles(() => rulePlaces({ home, folders: isTrusted ? folders() : [], extra: policies }));
  const listed = rulesFromSettings(tools);
  const rules = new RuleSet({
    read: () => files.read(),
    fixed: () => listed,
    problems: () => problems,
    append: (_scope, toml) => appendRule(savedRulesFile(home), toml),
    now: () => new Date(),
  });
  return createPolicy({
    mode,
    isTrusted: () => isTrusted,
    canAsk: () => false,
    rules: () => rules.rules(),
    saveRule: choice => rules.save(choice),
    ignored: paths => ignoredFiles(workspace, paths),
    followLinks,
    filesBelow,
    findMatches,
    parser: once(() => loadBashParser(grammarFilesIn(__dirname))),
    shell: platform() === 'win32' ? 'powershell' : 'bash',
    folders,
    home: homedir(),
    ignoresCase: platform() !== 'linux',
  });
}
