import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ActiveExtensions } from '../../agent/ports/extensions';
import type { Skill, SkillTier } from '../../agent/ports/skills';
import { skillSettingsOf } from '../../config/settingsByPurpose';
import { skillFamiliesOf } from '../../config/settings';
import { SkillRegistry } from '../../context/skills';
import { findSkills, listSkill, readSkill, skillPlaces } from '../../node/config/skillFiles';
import type { ContextSection } from '../../vscode/views/contextTree';
import { installedFiles } from '../../vscode/installedFiles';
import { SettingsNotices } from '../../vscode/settingsNotices';
import { extensionOrigin } from './extensionOrigin';
import { withFamily } from './fileFamily';
import { problemEntry } from './problemEntry';
import type { SourceOptions } from './sourceOptions';

export interface WindowSkillsOptions extends SourceOptions {
  readonly extensions: ActiveExtensions;
}

/** The window's skills. Only this place reports broken ones. */
export function createWindowSkills({
  home,
  folders,
  isTrusted,
  configuration,
  settings,
  extensions,
  log,
}: WindowSkillsOptions) {
  const notices = new SettingsNotices(log, 'skill');
  const registry = new SkillRegistry({
    async find() {
      const families = skillFamiliesOf(settings());
      const theirs = isTrusted() ? folders() : [];
      const installed = settings()['skills.installed'] ? installedFiles('chatSkills') : [];
      return findSkills(skillPlaces({ home, folders: theirs, families, extensions: await extensions(), installed }));
    },
    reread: ({ place, file }) => readSkill(place, file),
    list: ({ place, file }) => listSkill(place, file),
    settings: () => skillSettingsOf(configuration.settings),
  });
  const section: ContextSection = {
    id: 'skills',
    label: l10n.t('Skills'),
    icon: 'mortar-board',
    emptyText: l10n.t('No skills were found.'),
    async entries() {
      const { skills, problems } = await registry.find();
      const active = await extensions();
      const originOf = ({ tier, file }: Pick<Skill, 'tier' | 'file'>) =>
        tier === 'extension' ? extensionOrigin(file, active, installedFiles('chatSkills')) : tierText(tier);
      return [
        ...skills.map(({ name, description, tier, file }) => ({
          id: `skills/${file}`,
          icon: 'mortar-board',
          label: name,
          description: withFamily(originOf({ tier, file }), file),
          tooltip: description,
          contextValue: 'skill',
          file,
        })),
        ...problems.map((problem, i) => problemEntry(`skills/problem/${i}`, basename(dirname(problem.file)), problem)),
      ];
    },
  };
  return {
    registry,
    section,
    tellOfSkills: (problems: Parameters<typeof notices.tell>[0]) => void notices.tell(problems),
  };
}

function tierText(tier: Exclude<SkillTier, 'extension'>): string {
  return tier === 'workspace' ? l10n.t('of the project') : l10n.t('your own');
}
