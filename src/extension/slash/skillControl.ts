import type { Configuration } from '../../config/configuration';
import type { SkillControl } from '../../context/commands/actions/skills';
import type { SkillRegistry } from '../../context/skills';
import { updateUserSetting } from '../../node/config/editSettings';
import { shownPath } from '../sources/memoryEntries';

export interface SkillControlOptions {
  readonly registry: Pick<SkillRegistry, 'list'>;
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
}

/** The window's skills, for `/skills`. Switching one off is stored in Gemini CLI's settings. */
export function skillControl({ registry, home, folders, configuration }: SkillControlOptions): SkillControl {
  return {
    find: () => registry.list(),
    reload: () => configuration.load(),
    pathFor: path => shownPath(path, folders(), home),
    async setEnabled(name, isEnabled) {
      // Only the user's own list: that of a project must not spread to others.
      await updateUserSetting(home, ['skills', 'disabled'], before => {
        const names: readonly unknown[] = Array.isArray(before) ? before : [];
        const others = names.filter(each => typeof each !== 'string' || each.toLowerCase() !== name.toLowerCase());
        return isEnabled ? others : [...others, name];
      });
      await configuration.load();
    },
  };
}
