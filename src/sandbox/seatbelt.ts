// Seatbelt, the sandbox of macOS: runs all of `pollux` in `sandbox-exec`.
import { SandboxError } from '../config/guards';

export interface SeatbeltPlaces {
  /** Real paths: Seatbelt matches no others. */
  readonly writable: readonly string[];
  /** Files below them that govern the editor, the agent or git. */
  readonly kept: readonly string[];
  readonly secrets: readonly string[];
}

/** The names of `SEATBELT_PROFILE` in Gemini CLI's documentation. */
const PROFILES = ['permissive-open', 'permissive-closed', 'restrictive-open', 'restrictive-closed'] as const;
export type SeatbeltName = (typeof PROFILES)[number];

/** Throws `SandboxError` for an unknown name. */
export function seatbeltNameOf(text: string | undefined): SeatbeltName {
  const name = text?.trim() || 'permissive-open';
  const found = PROFILES.find(each => each === name);
  if (!found) throw new SandboxError(`SEATBELT_PROFILE is "${name}". Pollux has ${PROFILES.join(', ')}.`);
  return found;
}

/**
 * The profile in the format of `sandbox-exec -p`, where the last matching rule wins. Permissive profiles allow
 * everything except writing elsewhere; restrictive ones start from nothing. Closed ones have no network.
 */
export function seatbeltProfile(name: SeatbeltName, { writable, kept, secrets }: SeatbeltPlaces): string {
  const isOpen = name.endsWith('open');
  const start = name.startsWith('permissive')
    ? ['(allow default)', '(deny file-write*)']
    : [
        '(deny default)',
        '(allow file-read*)',
        '(allow process-exec process-fork signal)',
        '(allow sysctl-read mach-lookup ipc-posix*)',
      ];
  return [
    '(version 1)',
    ...start,
    rule('allow', 'file-write*', [...writable, '/dev']),
    rule('deny', 'file-write*', kept),
    rule('deny', 'file-read* file-write*', secrets),
    isOpen ? '(allow network*)' : '(deny network*)',
    '',
  ]
    .filter((line, i, all) => line !== '' || i === all.length - 1)
    .join('\n');
}

function rule(verb: 'allow' | 'deny', what: string, paths: readonly string[]): string {
  return paths.length === 0 ? '' : `(${verb} ${what}\n${paths.map(path => `  (subpath ${quoted(path)})`).join('\n')})`;
}

/** A string in Seatbelt's language, which escapes only quotes and backslashes. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
