import * as l10n from '@vscode/l10n';
import { messageOf } from './messageOf';

/** Why something could not be stored, in plain words for the system's common errors. */
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
      return typeof path === 'string' ? l10n.t('The system doesn’t allow writing to {0}.', path) : messageOf(error);
    case 'ENOENT':
      // Node reports this code for a directory that can't be created, whatever the reason.
      return syscall === 'mkdir' && typeof path === 'string'
        ? l10n.t('The folder {0} can’t be created.', path)
        : messageOf(error);
    default:
      return messageOf(error);
  }
}
