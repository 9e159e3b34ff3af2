import type { SessionMembers } from '../sessionMembers';
import type { RunOutcome } from './runOutcome';
import { noticeForCompression } from './notices';

/** Compresses the conversation at the user's request. */
export async function compressNow(
  { context, compression, transcript }: SessionMembers,
  signal: AbortSignal,
): Promise<RunOutcome> {
  await context.write();
  const result = await compression.compress(signal, 'manual');
  if (result.kind !== 'compressed' && !signal.aborted) transcript.notify(noticeForCompression(result));
  if (signal.aborted) return { reason: 'cancelled' };
  return { reason: result.kind === 'failed' ? 'failed' : 'done' };
}
