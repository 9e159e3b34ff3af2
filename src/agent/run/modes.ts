import type { ApprovalMode } from '../../shared/protocol';

/** The message that tells the model the approval mode, when it is not the one it knows. */
export function describeMode(mode: ApprovalMode, canAsk = true): string {
  return `[The approval mode is now: ${canAsk ? DESCRIPTIONS[mode] : UNATTENDED[mode]}]`;
}

/** The mode that a text last announced; undefined: none. */
export function toldMode(text: string): ApprovalMode | undefined {
  const places = Object.keys(DESCRIPTIONS).map(mode => ({
    mode: mode as ApprovalMode,
    at: Math.max(...[true, false].map(canAsk => text.lastIndexOf(describeMode(mode as ApprovalMode, canAsk)))),
  }));
  const last = places.reduce((a, b) => (a.at > b.at ? a : b));
  return last.at < 0 ? undefined : last.mode;
}

const DESCRIPTIONS: Readonly<Record<ApprovalMode, string>> = {
  default: 'ask first. The user is asked before a change or a command.',
  autoEdit: 'edit freely. File edits are applied without asking; commands are still asked about.',
  plan:
    'plan only. Change nothing and run nothing that changes anything. Read and search, ask what you need to know with ' +
    '`ask_user`, then present your plan with `exit_plan_mode`; go on only when the user has agreed.',
  yolo: 'run everything. Edits and commands are carried out without asking; be all the more careful.',
};

/** The same for hosts that can't ask the user. */
const UNATTENDED: Readonly<Record<ApprovalMode, string>> = {
  default: 'ask first, and nobody is there to be asked: changes and commands that no rule allows are denied.',
  autoEdit: 'edit freely. File edits are applied; commands that no rule allows are denied.',
  plan:
    'plan only. Change nothing and run nothing that changes anything. Read and search, then give your plan as your answer; ' +
    'nobody is there to be asked. If you switched to this mode yourself, `exit_plan_mode` takes you back.',
  yolo: DESCRIPTIONS.yolo,
};
