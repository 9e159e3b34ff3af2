import * as l10n from '@vscode/l10n';
import { messageOf } from './messageOf';

/** Why something could not be stored, in words where the system has one of its usual reasons. */
export function storageReason(error: unknown): string {
  const { code, path, syscall } = (error ?? {}) as { code?: unknown; path?: unknown; syscall?: unknown };
  switch (code) {
    case 'ENOSPC':
      return l10n.t('The disk is full.');
    case 'EDQUOT':
      return l10n.t('The disk quota is used up.');
    case 'EROFS':
      return l10n.t('The file system is read-only.');
    case 'EACCES':
    case 'EPERM':
      return typeof path === 'string' ? l10n.t('The system does not allow writing to {0}.', path) : messageOf(error);
    case 'ENOENT':
      // What Node says of a folder that can't be made, for whatever reason.
      return syscall === 'mkdir' && typeof path === 'string'
        ? l10n.t('The folder {0} can’t be created.', path)
        : messageOf(error);
    default:
      return messageOf(error);
  }
}
