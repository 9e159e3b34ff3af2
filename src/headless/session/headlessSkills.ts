import { homedir } from 'node:os';
import type { ActiveExtensions } from '../../agent/ports/extensions';
import type { Configuration } from '../../config/configuration';
import { skillSettingsOf } from '../../config/settingsByPurpose';
import { skillFamiliesOf } from '../../config/settings';
import { settingsOfVariables } from '../../config/settingVariables';
import { SkillRegistry } from '../../context/skills';
import { findSkills, listSkill, readSkill, skillPlaces } from '../../node/config/skillFiles';

/** The skills of a run in the current folder. */
export function createHeadlessSkills(configuration: Configuration, extensions: ActiveExtensions): SkillRegistry {
  const { settings, environment, isTrusted } = configuration;
  return new SkillRegistry({
    async find() {
      const folders = isTrusted ? [process.cwd()] : [];
      const families = skillFamiliesOf(settingsOfVariables(process.env).settings);
      const home = environment.home ?? homedir();
      return findSkills(skillPlaces({ home, folders, families, extensions: await extensions() }));
    },
    reread: ({ place, file }) => readSkill(place, file),
    list: ({ place, file }) => listSkill(place, file),
    settings: () => skillSettingsOf(settings),
  });
}
