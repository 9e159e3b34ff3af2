import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { skillSettingsOf } from '../config/geminiSettings';
import { SkillShelf } from '../context/skills';
import { findSkills, listSkill, readSkill, skillPlaces } from '../node/config/skillFiles';
import { SettingsNotices } from '../vscode/settingsNotices';

export interface WindowSkillsOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  readonly configuration: Configuration;
  readonly log: Log;
}

/** The skills of a window, and the one place that tells of broken ones. */
export function createWindowSkills({ home, folders, isTrusted, configuration, log }: WindowSkillsOptions) {
  const notices = new SettingsNotices(log, 'skill');
  const shelf = new SkillShelf({
    find: () => findSkills(skillPlaces({ home, folders: isTrusted() ? folders() : [] })),
    reread: ({ place, file }) => readSkill(place, file),
    list: ({ place, file }) => listSkill(place, file),
    settings: () => skillSettingsOf(configuration.settings),
  });
  return { shelf, tellOfSkills: (problems: Parameters<typeof notices.tell>[0]) => void notices.tell(problems) };
}
