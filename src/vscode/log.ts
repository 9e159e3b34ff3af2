import * as vscode from 'vscode';
import type { Log } from '../agent/ports/log';
import { redact } from '../shared/redact';

export interface OutputLog extends Log {
  /** Shows the log at the user's request. */
  show(): void;
  dispose(): void;
}

/** The log as the output channel "Pollux". Anything that looks like a secret is removed first. */
export function createOutputLog(): OutputLog {
  const channel = vscode.window.createOutputChannel('Pollux', { log: true });
  return {
    info: message => channel.info(redact(message)),
    warn: message => channel.warn(redact(message)),
    error: (message, error) => channel.error(redact(error === undefined ? message : `${message} ${describe(error)}`)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
