import * as l10n from '@vscode/l10n';
import type { ToolCallView } from '../../../src/shared/chatState';
import type {
  CallLabel,
  EditedFile,
  ImagePart,
  ToolCall,
  ToolDisplay,
  ToolResult,
  ToolResultStatus,
} from '../../../src/shared/messages';
import type { IconName } from '../../icons';

/** `queued`: waits until other calls have finished; the user may have accepted it already. */
export type CallStatus = 'queued' | 'waiting' | 'running' | ToolResultStatus;

/** What can be shown of a call: its live state while it runs, then its result. */
export interface CallFacts extends CallLabel {
  readonly status: CallStatus;
  /** Milliseconds; present when the call has ended. */
  readonly took?: number;
  readonly display?: ToolDisplay;
  readonly error?: string;
  readonly images?: readonly ImagePart[];
  /** Why the user rejected it. */
  readonly reason?: string;
  /** Present if a command exited by itself and failed. */
  readonly exitCode?: number;
}

/** `isLive`: the call's run is still in progress, so a call without any state yet is about to start. */
export function factsOf(
  name: string,
  call: ToolCallView | undefined,
  result: ToolResult | undefined,
  isLive: boolean,
): CallFacts {
  const facts = plainFactsOf(name, call, result, isLive);
  const exitCode = failedWith(facts.status, facts.display);
  return exitCode === undefined ? facts : { ...facts, status: 'error', exitCode };
}

/**
 * The exit code of a command that failed. For the model the call succeeded, because the command ran; to users it
 * failed.
 */
export function failedWith(status: string, display: ToolDisplay | undefined): number | undefined {
  if (status !== 'success' || display?.type !== 'command') return undefined;
  return display.exitCode === null || display.exitCode === 0 ? undefined : display.exitCode;
}

function plainFactsOf(
  name: string,
  call: ToolCallView | undefined,
  result: ToolResult | undefined,
  isLive: boolean,
): CallFacts {
  if (result && !(result.isProvisional && call)) {
    return {
      ...labelOf(result),
      status: result.status,
      ...(result.durationMs !== undefined && { took: result.durationMs }),
      ...displayOf(result),
      ...(result.images && { images: result.images }),
      ...(result.error !== undefined && { error: result.error }),
    };
  }
  if (!call) return { title: name, status: isLive ? 'running' : 'cancelled' };
  const reason = call.verdict?.decision === 'reject' ? call.verdict.reason : undefined;
  return {
    ...labelOf(call),
    status: statusOf(call, isLive),
    ...(call.startedAt !== undefined && call.endedAt !== undefined && { took: call.endedAt - call.startedAt }),
    ...(call.display && { display: call.display }),
    ...(call.error !== undefined && { error: call.error }),
    ...(reason && { reason }),
  };
}

function labelOf({ title, icon }: CallLabel): CallLabel {
  return { title, ...(icon && { icon }) };
}

function statusOf(call: ToolCallView, isLive: boolean): CallStatus {
  switch (call.state) {
    case 'scheduled':
      return isLive ? 'queued' : 'cancelled';
    case 'validating':
    case 'executing':
      return isLive ? 'running' : 'cancelled';
    case 'awaitingApproval':
      return isLive ? decidedStatus(call) : 'cancelled';
    default:
      return call.state;
  }
}

/** The status of a call that was asked about: once the user has decided, it no longer waits for that. */
function decidedStatus({ verdict }: ToolCallView): CallStatus {
  if (!verdict) return 'waiting';
  return verdict.decision === 'accept' ? 'queued' : 'rejected';
}

/** If a tool has no display of its own, the user sees the content that the model gets. */
function displayOf(result: ToolResult): Pick<CallFacts, 'display'> {
  if (result.display) return { display: result.display };
  const isShown = result.status === 'success' && result.content.trim() !== '';
  return isShown ? { display: { type: 'text', text: result.content } } : {};
}

/** Whether the call is finished and changed files, or would have (if rejected), so that its diff can be opened. */
export function isDecidedEdit({ args }: ToolCall, { status, display, icon }: CallFacts): boolean {
  if (status === 'success') return (display?.type === 'edit' && hasChanged(display)) || display?.type === 'edits';
  // The diff of a rejected edit is only known if its text is in the arguments.
  return status === 'rejected' && icon === 'edit' && hasText(args);
}

function hasText({ file_path: file, content, new_string: replaced }: ToolCall['args']): boolean {
  return typeof file === 'string' && (typeof content === 'string' || typeof replaced === 'string');
}

function hasChanged({ added, removed }: EditedFile): boolean {
  return added + removed > 0;
}

export function statusName(status: CallStatus): string {
  switch (status) {
    case 'queued':
      return l10n.t('Queued');
    case 'waiting':
      return l10n.t('Waiting for approval');
    case 'running':
      return l10n.t('Running');
    case 'success':
      return l10n.t('Done');
    case 'error':
      return l10n.t('Failed');
    case 'rejected':
      return l10n.t('Rejected');
    case 'cancelled':
      return l10n.t('Cancelled');
    default:
      return status satisfies never;
  }
}

export function statusIcon(status: CallStatus): IconName {
  switch (status) {
    case 'queued':
      return 'circle-large';
    case 'waiting':
      return 'bell';
    case 'running':
      return 'loading';
    case 'success':
      return 'check';
    case 'error':
      return 'error';
    case 'rejected':
    case 'cancelled':
      return 'circle-slash';
    default:
      return status satisfies never;
  }
}
