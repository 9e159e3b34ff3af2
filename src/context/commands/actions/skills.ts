import * as l10n from '@vscode/l10n';
import type { ListedSkills } from '../../parseSkills';
import { notice, plainMarkdown, type CommandAction, type CommandResult } from '../command';
import { problemList } from './problemList';

/** Operations on skills. Each throws an `Error` whose message is for the user. */
export interface SkillControl {
  /** All skills, including those turned off; reads their files again. */
  find(): Promise<ListedSkills>;
  /** Shows the new state everywhere. */
  reload(): Promise<void>;
  setEnabled(name: string, isEnabled: boolean): Promise<void>;
  /** A path in the form shown to the user. */
  readonly pathFor: (path: string) => string;
}

/** `/skills [list|reload|enable NAME|disable NAME]`; alone, it shows them in the Context view. */
export function skillsAction(skills: SkillControl, show: CommandAction): CommandAction {
  return async args => {
    const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    switch (verb) {
      case '':
        return show(args);
      case 'list':
      case 'ls':
        return list(await skills.find(), skills);
      case 'reload':
      case 'refresh':
        await skills.reload();
        return list(await skills.find(), skills);
      case 'enable':
      case 'disable': {
        const known = nameIn(await skills.find(), name);
        await skills.setEnabled(known, verb === 'enable');
        return outcome(await skills.find(), known, verb === 'enable');
      }
      default:
        throw new Error(l10n.t('/skills takes list, reload, enable or disable.'));
    }
  };
}

function nameIn({ skills }: ListedSkills, name: string): string {
  const names = skills.map(each => each.name);
  const found = names.find(each => each.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Error(l10n.t('There is no skill “{0}”. Available: {1}', name, names.join(', ')));
  return found;
}

/** Another settings file may have turned it off too, which the user's own can't undo. */
function outcome({ skills }: ListedSkills, name: string, isWanted: boolean): CommandResult {
  const isEnabled = skills.find(each => each.name === name)?.isEnabled ?? isWanted;
  if (isEnabled !== isWanted) {
    return notice(l10n.t('The skill “{0}” is still turned off by other settings.', plainMarkdown(name)), 'warning');
  }
  return notice(
    isWanted
      ? l10n.t('The skill “{0}” is enabled.', plainMarkdown(name))
      : l10n.t('The skill “{0}” is disabled.', plainMarkdown(name)),
  );
}

function list({ skills, problems }: ListedSkills, { pathFor }: Pick<SkillControl, 'pathFor'>): CommandResult {
  const rows = skills.map(({ name, description, isEnabled }) => {
    return `- \`${name}\`${isEnabled ? '' : ` (${l10n.t('off')})`}: ${plainMarkdown(description)}`;
  });
  const more = problemList(l10n.t('Problems in skill files:'), problems, pathFor);
  return notice([...rows, ...more].join('\n') || l10n.t('No skills were found.'));
}
