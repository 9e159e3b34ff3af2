import { delimiter, isAbsolute } from 'node:path';
import { pathOutside } from './searchPath';

// What a command that runs without approval inherits is a closed list: any other variable may hold options for some
// program, name a file that it reads first, or redirect it to paths that the command doesn't name. A project's `.env`
// is for the project's own programs, so none of its variables is passed.

/** Names, languages and sizes; a value must not be a path. */
const WORD = /^[\w.@:+-]{0,200}$/;
const WORDS =
  /^(?:USER|USERNAME|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|COLUMNS|LINES|NO_COLOR|COLORTERM|NODE_ENV|CI|OS|COMPUTERNAME|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/;
/** `Europe/Berlin` or `UTC-2`, but no file. */
const ZONE = /^(?!.*\.\.)[\w+-][\w+,./:-]{0,200}$/;

/** Folders of the user and of the system, even if the workspace contains them. */
const OWN_FOLDER =
  /^(?:HOME|TMPDIR|TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|ALLUSERSPROFILE|PUBLIC|(?:COMMON)?PROGRAMFILES(?:\(X86\))?|(?:COMMON)?PROGRAMW6432|SYSTEMROOT|WINDIR)$/;
/** The shell, and folders of what manages versions of programs, whose shims need them; in a workspace, they could hold anything. */
const FOLDER =
  /^(?:SHELL|XDG_(?:CONFIG|DATA|STATE|CACHE)_HOME|NVM_(?:DIR|BIN)|FNM_(?:DIR|MULTISHELL_PATH)|(?:VOLTA|CARGO|RUSTUP|JAVA)_HOME|ASDF_(?:DIR|DATA_DIR)|MISE_DATA_DIR|(?:PYENV|RBENV|NODENV)_ROOT)$/;
const DRIVE = /^(?:SYSTEMDRIVE|HOMEDRIVE)$/;

/** The variables a command that runs without approval inherits; no folder in `folders` is searched for programs. */
export function harmlessEnvironment(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const harmless = harmlessValue(name.toUpperCase(), value, folders);
      return harmless === null ? [] : [[name, harmless]];
    }),
  );
}

function harmlessValue(name: string, value: string, folders: readonly string[]): string | null {
  if (name === 'PATH') return pathOutside(value, folders);
  if (WORDS.test(name)) return WORD.test(value) ? value : null;
  if (name === 'TZ') return ZONE.test(value) ? value : null;
  if (name === 'PATHEXT') return /^[\w.;]*$/.test(value) ? value : null;
  if (DRIVE.test(name)) return /^[A-Za-z]:$/.test(value) ? value : null;
  if (name === 'HOMEPATH' || name === 'COMSPEC') return process.platform === 'win32' ? value : null;
  if (OWN_FOLDER.test(name)) return isAbsolute(value) ? value : null;
  return FOLDER.test(name) && !value.includes(delimiter) && pathOutside(value, folders) === value ? value : null;
}
