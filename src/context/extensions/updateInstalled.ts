import * as l10n from '@vscode/l10n';
import type {
  ExtensionInstaller,
  ExtensionSource,
  InstallMetadata,
  StagedExtension,
} from '../../agent/ports/extensions';
import { messageOf } from '../../shared/messageOf';
import { grownBy, keyOf, type Brought } from './brings';
import type { InstalledExtension } from './extensions';

/** The outcome of an update. */
export interface UpdateOutcome {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly kind: 'updated' | 'current' | 'declined' | 'failed' | 'notUpdatable';
  readonly message?: string;
}

/** What an update needs from the extension manager. */
export interface UpdateParts {
  readonly installer: ExtensionInstaller;
  /** Throws if installing from there is not allowed. */
  readonly check: (source: ExtensionSource) => Promise<void>;
  readonly read: (staged: StagedExtension) => Promise<InstalledExtension>;
  /** The content that the user has approved; undefined if no approval is recorded. */
  readonly agreed: readonly string[] | undefined;
  readonly agree: (
    extension: InstalledExtension,
    staged: StagedExtension,
    added: readonly Brought[],
  ) => Promise<boolean>;
  /** Called after the newer version has replaced the older one. */
  readonly finish: (newer: InstalledExtension, older: InstalledExtension) => Promise<void>;
}

/** Fetches an extension again from its source, and installs the result if it differs. */
export async function updateInstalled(installed: InstalledExtension, parts: UpdateParts): Promise<UpdateOutcome> {
  const { name, version: before, install } = installed;
  const outcome = (kind: UpdateOutcome['kind'], after = before): UpdateOutcome => ({ name, before, after, kind });
  if (!install) return outcome('notUpdatable');
  const isLink = install.type === 'link';
  const { source, ref, autoUpdate, allowPreRelease } = install;
  const chosen = { ...(ref !== undefined && { ref }), ...(autoUpdate && { autoUpdate }) };
  const wanted = { source, isLink, ...chosen, ...(allowPreRelease && { allowPreRelease }) };
  await parts.check(wanted);
  if (await isKnownToBeCurrent(installed, install, parts)) return outcome('current');
  const staged = await parts.installer.stage(wanted);
  try {
    const extension = await parts.read(staged);
    const { name: now, version: after, brings } = extension;
    if (now !== name) throw new Error(l10n.t('The downloaded extension is named {0}, not {1}.', now, name));
    const added = grownBy(brings, parts.agreed ?? installed.brings.map(keyOf));
    const isSame = isLink || (before === after && isSameState(install, staged.metadata));
    if (isSame && added.length === 0) return outcome('current', after);
    if (added.length > 0 && !(await parts.agree(extension, staged, added))) return outcome('declined', after);
    if (!isLink) await parts.installer.place(staged, installed);
    await parts.finish(extension, installed);
    return outcome('updated', after);
  } finally {
    await staged.discard();
  }
}

/** Updates one extension after the other; a failure affects only its own extension. */
export async function updateEach(
  extensions: readonly InstalledExtension[],
  update: (name: string) => Promise<UpdateOutcome>,
): Promise<readonly UpdateOutcome[]> {
  const outcomes: UpdateOutcome[] = [];
  for (const { name, version } of extensions) {
    const failed = (error: unknown): UpdateOutcome => {
      return { name, before: version, after: version, kind: 'failed', message: messageOf(error) };
    };
    outcomes.push(await update(name).catch(failed));
  }
  return outcomes;
}

/** Avoids a download if the source says that nothing has changed. */
async function isKnownToBeCurrent(
  { installedAt, version }: InstalledExtension,
  install: InstallMetadata,
  { installer }: UpdateParts,
): Promise<boolean> {
  if (install.type === 'link' || install.type === 'local') return false;
  return (await installer.isOutdated({ installedAt, version, install })) === false;
}

/** True if both are the same as far as is known; metadata written by Gemini CLI may lack a digest. */
function isSameState(one: InstallMetadata, other: InstallMetadata): boolean {
  return (
    one.commit === other.commit &&
    one.releaseTag === other.releaseTag &&
    (one.digest === undefined || one.digest === other.digest)
  );
}
