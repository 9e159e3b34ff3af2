import type { CommandProposal } from '../../shared/proposals';

/** Matches the start of a command, after variables and programs that only start another one. */
const START = /(?:^|[;&|(\n`]|\b(?:do|then|else|time|nohup|exec|env|command)\s)\s*(?:\w+=\S*\s+)*(?:[\w.~-]*\/)*/;

/** Programs that don't work without a terminal, or ask for passwords only there. */
const PROGRAMS =
  /top|htop|btop|atop|iotop|watch|vi|vim|nvim|nano|emacs|less|more|tmux|screen|script|dialog|whiptail|mc|ncdu|tig|lazygit|k9s|fzf|tty|stty|su|sudo|passwd|visudo|vipw|chsh|ssh|ssh-keygen|ssh-add|telnet|ftp|sftp|minicom|picocom/;

/** Programs that need a terminal with certain arguments. */
const CALLS: readonly RegExp[] = [
  /(?:docker|podman|nerdctl|kubectl|oc)\s(?:[^;&|]*\s)?(?:-t|-it|-ti|--tty)/,
  /git\s+(?:add|checkout|restore|reset|stash|commit)\s(?:[^;&|]*\s)?(?:-p|-i|--patch|--interactive)/,
  /git\s+rebase\s(?:[^;&|]*\s)?(?:-i|--interactive)/,
  /(?:python3?|node|bash|sh|zsh)\s+(?:-\w\s+)*(?:-i|--interactive)/,
  /crontab\s+-e/,
  /gh\s+auth\s+login/,
];

/** Whether a command is known to need a terminal; others may need one, too. */
export function needsTerminal(command: string): boolean {
  const wants = [PROGRAMS, ...CALLS].map(({ source }) => source).join('|');
  return new RegExp(`${START.source}(?:${wants})(?=$|[\\s;&|)])`).test(command);
}

/** Whether an approved command gets a terminal: settings allow it, and it was requested or is known to be needed. */
export function wantsPty(
  { command, wantsTerminal }: Pick<CommandProposal, 'command' | 'wantsTerminal'>,
  { withoutTerminal = false }: { readonly withoutTerminal?: boolean } = {},
): boolean {
  return !withoutTerminal && (wantsTerminal === true || needsTerminal(command));
}
