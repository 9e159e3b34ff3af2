import type { ExtensionText } from '../../agent/ports/extensions';

/** How an extension was installed, as Gemini CLI notes it in `.gemini-extension-install.json`. */
export interface InstallMetadata {
  /** A folder, a file or an address. */
  readonly source: string;
  readonly type: 'git' | 'local' | 'link' | 'github-release' | 'archive';
  readonly ref?: string;
  readonly releaseTag?: string;
  /** Of a repository, as it was when it was installed. */
  readonly commit?: string;
  readonly autoUpdate?: boolean;
  readonly allowPreRelease?: boolean;
}

export const METADATA_FILE = '.gemini-extension-install.json';
const TYPES: readonly string[] = [
  'git',
  'local',
  'link',
  'github-release',
  'archive',
] satisfies InstallMetadata['type'][];

/** Undefined: there is none, or it can't be used. */
export function readMetadata(source: ExtensionText | undefined): InstallMetadata | undefined {
  try {
    const value: unknown = JSON.parse(source?.text ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    const {
      source: from,
      type,
      ref,
      releaseTag,
      commit,
      autoUpdate,
      allowPreRelease,
    } = value as Record<string, unknown>;
    if (typeof from !== 'string' || typeof type !== 'string' || !TYPES.includes(type)) return undefined;
    return {
      source: from,
      type: type as InstallMetadata['type'],
      ...(typeof ref === 'string' && { ref }),
      ...(typeof releaseTag === 'string' && { releaseTag }),
      ...(typeof commit === 'string' && { commit }),
      ...(autoUpdate === true && { autoUpdate }),
      ...(allowPreRelease === true && { allowPreRelease }),
    };
  } catch {
    return undefined; // Nobody knows where it comes from, so it can't be updated.
  }
}
