import type { Log } from '../../agent/ports/log';
import { redact } from '../../shared/redact';
import { storageReason } from '../../shared/storageReason';

/** A log on standard error; without `isDebug`, only errors. */
export function createLog(isDebug: boolean, err: (text: string) => void): Log {
  const say = (level: string, message: string) => err(`[${level}] ${redact(message)}\n`);
  return {
    info: message => isDebug && say('info', message),
    warn: message => isDebug && say('warning', message),
    error: (message, error) =>
      say(
        'error',
        error instanceof Error && isDebug
          ? `${message}: ${error.stack ?? error.message}`
          : `${message}: ${storageReason(error)}`,
      ),
  };
}
