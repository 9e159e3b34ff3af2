/** Folders and files that decide what programs run or what the agent may do. */
const PROTECTED_FOLDERS = new Set(['.git', '.vscode', '.gemini', '.idea', '.cursor', '.devcontainer', '.husky']);
const PROTECTED_FILES =
  /^(\.env(\..*)?|\.(bash|zsh)(rc|env|_profile|_login|_logout)|\.profile|\.npmrc|\.gitconfig|\.gitmodules|gemini\.md|.*\.code-workspace)$/;

/** True for a path (any separators) whose change is always asked about. Case is ignored, as some disks do. */
export function isProtected(path: string): boolean {
  const segments = path.toLowerCase().split(/[\\/]/);
  const name = segments.at(-1) ?? '';
  return segments.some(segment => PROTECTED_FOLDERS.has(segment)) || PROTECTED_FILES.test(name);
}
