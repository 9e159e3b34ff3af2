import type { LeakAnswer } from '../../shared/proposals';
import type { Questions } from './questions';

/**
 * Asks about the secrets in a request to the model. Accepting redacts them, so that an accepting key or command sends
 * none; only the button for it sends them.
 */
export async function askAboutLeak(
  { questions, ports }: { readonly questions: Pick<Questions, 'put'>; readonly ports: { newId(): string } },
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<LeakAnswer> {
  const proposal = { kind: 'leak', secrets } as const;
  const verdict = await questions.put({ callId: ports.newId(), proposal, remember: [] }, signal);
  if (verdict.decision === 'reject') return 'stop';
  return verdict.answers?.[0] === 'send' ? 'send' : 'redact';
}
