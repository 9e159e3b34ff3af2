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
import { openHeadlessExtensions } from './headlessExtensions';

/** `limits`: whatever one of these lists denies is denied. */
export type RulesHere = RuleFile & { readonly limits?: readonly (readonly Rule[])[] };

/** The rules that apply to a run in this folder: lists in the settings and of extensions, and rule files. */
export async function readRulesHere(configuration: Configuration): Promise<RulesHere> {
  const { settings, environment, isTrusted, problems } = configuration;
  const extensions = (await (await openHeadlessExtensions(configuration, []))?.active()) ?? [];
  const lists = toolListsOf(settings, extensions);
  const folder = process.cwd();
  const admin = adminPoliciesOf(settings);
  const places = rulePlaces({
    home: environment.home ?? homedir(),
    folders: [folder],
    isTrusted,
    extensions,
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
    rules: [...rulesFromSettings(lists), ...files.flatMap(file => file.rules)],
    problems: [...problems.filter(problem => problem.costsRules), ...files.flatMap(file => file.problems)],
    limits: limitsFromSettings(lists),
  };
}

/** The policy for restoring and undoing in `folders`. */
export function restoresHere(configuration: Configuration, folders: readonly string[]): RestorePolicy {
  const { settings } = configuration;
  return createRestorePolicy({
    rules: () => readRulesHere(configuration),
    limits: () => limitsFromSettings(toolListsOf(settings)),
    folders: () => folders,
    memoryNames: () => settings['context.fileName'],
  });
}
