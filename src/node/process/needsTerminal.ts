import type { CommandProposal } from '../../shared/proposals';

/** What of a line begins a command: what stands behind variables, and programs that only start another. */
const START = /(?:^|[;&|(\n`]|\b(?:do|then|else|time|nohup|exec|env|command)\s)\s*(?:\w+=\S*\s+)*(?:[\w.~-]*\/)*/;

/** Programs that are nothing without a terminal, or ask for a password nowhere else. */
const PROGRAMS =
  /top|htop|btop|atop|iotop|watch|vi|vim|nvim|nano|emacs|less|more|tmux|screen|script|dialog|whiptail|mc|ncdu|tig|lazygit|k9s|fzf|tty|stty|su|sudo|passwd|visudo|vipw|chsh|ssh|ssh-keygen|ssh-add|telnet|ftp|sftp|minicom|picocom/;

/** Others, with such words behind them. */
const CALLS: readonly RegExp[] = [
  /(?:docker|podman|nerdctl|kubectl|oc)\s(?:[^;&|]*\s)?(?:-t|-it|-ti|--tty)/,
  /git\s+(?:add|checkout|restore|reset|stash|commit)\s(?:[^;&|]*\s)?(?:-p|-i|--patch|--interactive)/,
  /git\s+rebase\s(?:[^;&|]*\s)?(?:-i|--interactive)/,
  /(?:python3?|node|bash|sh|zsh)\s+(?:-\w\s+)*(?:-i|--interactive)/,
  /crontab\s+-e/,
  /gh\s+auth\s+login/,
];

/** Whether a command is known to want a terminal; it may want one although that is not known. */
export function needsTerminal(command: string): boolean {
  const wants = [PROGRAMS, ...CALLS].map(({ source }) => source).join('|');
  return new RegExp(`${START.source}(?:${wants})(?=$|[\\s;&|)])`).test(command);
}

/** Whether an approved command gets one: where settings allow it, and it was asked for or is known to be needed. */
export function wantsPty(
  { command, wantsTerminal }: Pick<CommandProposal, 'command' | 'wantsTerminal'>,
  { withoutTerminal = false }: { readonly withoutTerminal?: boolean } = {},
): boolean {
  return !withoutTerminal && (wantsTerminal === true || needsTerminal(command));
}
