// What is known about git: which of its subcommands and options run or write something, and which destroy data.
import { isFlag } from './command';

/** Before the subcommand, these load configuration, which can name programs. */
const GIT_GLOBAL = /^(?:-c|--exec-path|--config-env|--git-dir|--work-tree)(?:=|$)/;
const GIT_OPTIONS =
  '--output --upload-pack --receive-pack --ext-diff --textconv --open-files-in-pager --template --exec --config --extcmd --separate-git-dir'.split(
    ' ',
  );
const GIT_ASKING =
  /^(?:filter-branch|bisect|submodule|difftool|mergetool|hook|daemon|instaweb|send-email|web--browse|credential.*|fast-import|update-index|replace|notes)$/;

/** Git accepts a prefix of an option for the whole. */
function isGitOption(arg: string): boolean {
  const [name = ''] = arg.split('=', 1);
  return name.length > 4 && GIT_OPTIONS.some(option => option.startsWith(name));
}

/** Whether git would run other programs, write files of its own choice, or use other configuration. */
export function isUnsafeGit(args: readonly string[]): boolean {
  const words = gitWords(args);
  const [command = '', ...rest] = words;
  const before = args.slice(0, args.length - words.length);
  if (before.some(arg => GIT_GLOBAL.test(arg)) || rest.some(isGitOption)) return true;
  if (rest.some(arg => /^--(?:git-dir|work-tree)=/.test(arg))) return true;
  if (command === 'add') return rest.some(arg => /^-[a-zA-Z]*e|^--e/.test(arg));
  if (command === 'config') return !rest.some(arg => /^(?:--(?:get|list|get-all|get-regexp)|-l|get|list)$/.test(arg));
  if (command === 'archive' || command === 'format-patch') return rest.some(arg => arg.startsWith('-o'));
  if (command === 'grep') return rest.some(arg => arg.startsWith('-O'));
  if (command === 'rebase') return rest.some(arg => /^(?:-x|--exec)/.test(arg));
  return GIT_ASKING.test(command);
}

/** The words of a git command, starting with its subcommand. */
export function gitWords(args: readonly string[]): readonly string[] {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(arg)) i++;
    else if (!isFlag(arg)) return args.slice(i);
  }
  return [];
}

/** Whether it loses data that git can't restore by itself. */
export function isDestructiveGit(args: readonly string[]): boolean {
  const [command = '', ...rest] = gitWords(args);
  switch (command) {
    case 'reset':
      return rest.some(arg => /^--(?:hard|merge|keep)/.test(arg));
    case 'clean':
      return !rest.some(arg => /^(?:-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/.test(arg));
    case 'push':
      return rest.some(arg => /^(?:-[a-zA-Z]*[fd][a-zA-Z]*|--(?:force|delete|mirror|prune).*)$|^[+:]/.test(arg));
    case 'checkout':
      return rest.some(arg => /^(?:-[a-zA-Z]*f|-B.*|--force|--|\.)$/.test(arg));
    case 'restore':
      return !rest.includes('--staged') || rest.includes('--worktree');
    case 'switch':
      return rest.some(arg => /^(?:-[a-zA-Z]*[fC].*|--force.*|--discard-changes)$/.test(arg));
    case 'branch':
      return rest.some(arg => /^(?:-[a-zA-Z]*[dDMCf][a-zA-Z]*|--(?:delete|force))$/.test(arg));
    case 'tag':
    case 'remote':
    case 'worktree':
      return rest.some(arg => /^(?:-d|--delete|remove|rm|prune|-f|--force)$/.test(arg));
    case 'stash':
      return rest.some(arg => /^(?:drop|clear|pop)$/.test(arg));
    case 'reflog':
    case 'gc':
    case 'prune':
      return command !== 'reflog' || rest.some(arg => /^(?:expire|delete)$/.test(arg));
    case 'rm':
      return true;
    case 'lfs':
      return /^(?:migrate|prune|uninstall)$/.test(rest.find(arg => !isFlag(arg)) ?? '');
    case 'svn':
      return /^(?:gc|reset|set-tree)$/.test(rest.find(arg => !isFlag(arg)) ?? '');
    case 'update-ref':
    case 'filter-branch':
    case 'filter-repo':
      return true;
    default:
      return false;
  }
}
