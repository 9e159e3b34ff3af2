import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import { adminPoliciesOf, toolListsOf } from '../../config/settingsByPurpose';
import { RuleFiles, rulePlaces } from '../../node/config/ruleFiles';
import { settingPath } from '../../node/config/settingsFiles';
import { createRestorePolicy } from '../../policy/restores';
import type { Rule, RuleFile } from '../../policy/rule';
import { unreadable } from '../../policy/ruleSet';
import { parseRules } from '../../policy/rules';
import { limitsFromSettings, rulesFromSettings } from '../../policy/toolRules';
import type { RestorePolicy } from '../../shared/restores';

/** `limits`: whatever one of these lists denies is denied. */
export type RulesHere = RuleFile & { readonly limits?: readonly (readonly Rule[])[] };

type Configured = Pick<Configuration, 'settings' | 'environment' | 'isTrusted' | 'problems'>;

/** The rules that apply to a run in this folder: lists in the settings, and rule files. */
export async function readRulesHere({ settings, environment, isTrusted, problems }: Configured): Promise<RulesHere> {
  const folder = process.cwd();
  const admin = adminPoliciesOf(settings);
  const places = rulePlaces({
    home: environment.home ?? homedir(),
    folders: [folder],
    isTrusted,
    extra: settings.policyPaths.map(path => settingPath(path, folder)),
    admin: admin.own.map(path => settingPath(path, folder)),
    supplements: admin.others.map(path => settingPath(path, folder)),
  });
  const texts = await new RuleFiles(() => places).read();
  const files = texts.map(source =>
    source.text === null
      ? { rules: [], problems: [unreadable(source)] }
      : parseRules(source.text, source.file, source.tier),
  );
  return {
    rules: [...rulesFromSettings(toolListsOf(settings)), ...files.flatMap(file => file.rules)],
    problems: [...problems.filter(problem => problem.costsRules), ...files.flatMap(file => file.problems)],
    limits: limitsFromSettings(toolListsOf(settings)),
  };
}

/** The policy for restoring and undoing in `folders`. */
export function restoresHere(configuration: Configured, folders: readonly string[]): RestorePolicy {
  const { settings } = configuration;
  return createRestorePolicy({
    rules: () => readRulesHere(configuration),
    limits: () => limitsFromSettings(toolListsOf(settings)),
    folders: () => folders,
    memoryNames: () => settings['context.fileName'],
  });
}
