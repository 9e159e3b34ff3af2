/** Folders that decide what programs run or what an agent may do. */
const PROTECTED_FOLDERS = new Set([
  '.git',
  '.vscode',
  '.gemini',
  '.pollux',
  '.idea',
  '.cursor',
  '.claude',
  '.roo',
  '.agents',
  '.devcontainer',
  '.husky',
  '.ssh',
  '.gnupg',
]);
const PROTECTED_FILES =
  /^(\.env(\..*)?|\.(bash|zsh|k)(rc|env|_profile|_login|_logout)|\.(z|bash_)?profile|\.zlog(in|out)|\.(t|k)?cshrc|\.login|\.inputrc|\.npmrc|\.yarnrc(\.yml)?|\.netrc|\.gitconfig|\.gitmodules|\.gitattributes|\.mcp\.json|mcp\.json|gemini\.md|agents\.md|claude\.md|\.geminiignore|.*\.code-workspace|microsoft\.powershell_profile\.ps1|config\.fish)$/;
/** Only what a JSON file says of its schema is fetched by an editor on its own. */
const REMOTE_SCHEMA = /"\$schema"\s*:\s*"https?:/i;

/** True for a path (any separators) whose change is always asked about. Case is ignored, as some disks do. */
export function isProtected(path: string): boolean {
  // Some systems drop dots and blanks at the end of a name, and what follows a colon.
  const segments = path
    .toLowerCase()
    .normalize('NFC')
    .split(/[\\/]/)
    .map(segment => segment.replace(/:.*$/, '').replace(/[. ]+$/, ''));
  const name = segments.at(-1) ?? '';
  return segments.some(segment => PROTECTED_FOLDERS.has(segment)) || PROTECTED_FILES.test(name);
}

/** True if an edit of a JSON file brings in a schema from the network, which editors load without asking. */
export function addsRemoteSchema(path: string, before: string | null, after: string): boolean {
  return /\.jsonc?$/i.test(path) && REMOTE_SCHEMA.test(after) && !REMOTE_SCHEMA.test(before ?? '');
}
