import type { ExtensionInstaller, ExtensionSource } from '../../agent/ports/extensions';
import { messageOf } from '../../shared/messageOf';
import type { InstalledExtension } from './extensions';

/** `unknown`: only an update can tell. */
export type UpdateState = 'available' | 'current' | 'unknown';

export interface UpdateCheck {
  readonly name: string;
  readonly version: string;
  readonly state: UpdateState | 'failed';
  readonly message?: string;
}

export interface CheckParts {
  readonly installer: Pick<ExtensionInstaller, 'isOutdated'>;
  /** Throws if installing from there is not allowed. */
  readonly checkSource: (source: ExtensionSource) => Promise<void>;
}

/** Whether there is an update for an extension. Throws if its source can't be queried. */
export async function checkUpdate(
  { installedAt, version, install }: InstalledExtension,
  { installer, checkSource }: CheckParts,
): Promise<UpdateState> {
  if (!install) return 'unknown';
  await checkSource(install);
  const isOutdated = await installer.isOutdated({ installedAt, version, install });
  return isOutdated === undefined ? 'unknown' : isOutdated ? 'available' : 'current';
}

/** The same for several extensions; `failed` if the source could not be queried. */
export function checkUpdates(
  extensions: readonly InstalledExtension[],
  parts: CheckParts,
): Promise<readonly UpdateCheck[]> {
  return Promise.all(
    extensions.map(async (extension): Promise<UpdateCheck> => {
      const { name, version } = extension;
      try {
        return { name, version, state: await checkUpdate(extension, parts) };
      } catch (error) {
        return { name, version, state: 'failed', message: messageOf(error) };
      }
    }),
  );
}
