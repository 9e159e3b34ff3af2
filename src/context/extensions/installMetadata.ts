import type { ExtensionText, InstallMetadata } from '../../agent/ports/extensions';
import { isJsonObject } from '../../shared/jsonObject';

const TYPES: readonly string[] = [
  'git',
  'local',
  'link',
  'github-release',
  'archive',
] satisfies InstallMetadata['type'][];
const TEXTS = ['ref', 'releaseTag', 'commit', 'digest', 'etag'] as const;

/** Undefined if there is none or it can't be used. */
export function readMetadata(source: ExtensionText | undefined): InstallMetadata | undefined {
  try {
    const value: unknown = JSON.parse(source?.text ?? '');
    if (!isJsonObject(value)) return undefined;
    const { source: from, type, autoUpdate, allowPreRelease, ...others } = value;
    if (typeof from !== 'string' || typeof type !== 'string' || !TYPES.includes(type)) return undefined;
    const texts = TEXTS.filter(key => typeof others[key] === 'string').map(key => [key, others[key]] as const);
    return {
      source: from,
      type: type as InstallMetadata['type'],
      ...(Object.fromEntries(texts) as Partial<Record<(typeof TEXTS)[number], string>>),
      ...(autoUpdate === true && { autoUpdate }),
      ...(allowPreRelease === true && { allowPreRelease }),
    };
  } catch {
    return undefined; // The source isn't known, so it can't be updated.
  }
}
