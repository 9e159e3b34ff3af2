import type { Workspace } from '../agent/ports/workspace';
import type { ChatState } from '../shared/chatState';
import { ToolError } from '../shared/errors';

/** Both sides of a decided edit. `file` is absolute. */
export interface DecidedEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The edit wasn't made: the left side is the file's current content. */
  readonly isProposal: boolean;
}

export interface DecidedSources {
  /** The stored changes that the calls of a session made to files. */
  readonly textsOf: (
    sessionId: string,
    callId: string,
  ) => Promise<readonly { readonly file: string; readonly before: string | null; readonly after: string | null }[]>;
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
}

/** Returns the edits that a decided call made, or would have made. Empty if they are no longer known. */
export async function decidedEdit(
  state: Pick<ChatState, 'sessionId' | 'messages'>,
  callId: string,
  { textsOf, workspace }: DecidedSources,
): Promise<readonly DecidedEdit[]> {
  const made = await textsOf(state.sessionId, callId);
  if (made.length > 0) {
    return made.map(({ file, before, after }) => ({
      file,
      before: before ?? '',
      after: after ?? '',
      isProposal: false,
    }));
  }
  const args = argsOf(state, callId);
  const named = typeof args?.file_path === 'string' ? await fileAt(workspace, args.file_path) : null;
  if (!args || !named) return [];
  const { file, text: before } = named;
  const { content, old_string: old, new_string: replaced } = args;
  if (typeof content === 'string') return [{ file, before, after: content, isProposal: true }];
  if (typeof old !== 'string' || typeof replaced !== 'string') return [];
  const isThere = old !== '' && before.includes(old);
  return [
    isThere
      ? { file, before, after: before.split(old).join(replaced), isProposal: true }
      : { file, before: old, after: replaced, isProposal: true },
  ];
}

/** The file that a call names, with its current text; null if the agent may not read it. */
async function fileAt(
  workspace: DecidedSources['workspace'],
  named: string,
): Promise<{ readonly file: string; readonly text: string } | null> {
  try {
    const path = await workspace.resolve(named);
    const found = await workspace.readText(path).catch(unlessMissing);
    return { file: path.absolute, text: found?.text ?? '' };
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof ToolError && error.type === 'file_not_found') return null;
  throw error;
}

function argsOf(
  { messages }: Pick<ChatState, 'messages'>,
  callId: string,
): Readonly<Record<string, unknown>> | undefined {
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of message.parts) if (part.type === 'toolCall' && part.call.id === callId) return part.call.args;
  }
  return undefined;
}
