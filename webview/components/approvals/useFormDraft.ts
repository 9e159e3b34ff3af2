import { useState } from 'preact/hooks';
import { useServices } from '../../services';

/** What stands in the form of a question: the host keeps it, so that a panel that is made again has it. */
export function useFormDraft(
  callId: string,
  first: () => readonly string[],
): readonly [texts: readonly string[], setTexts: (texts: readonly string[]) => void] {
  const { host, ask, typedAnswers } = useServices();
  const [texts, setTexts] = useState(() => {
    const fresh = first();
    const typed = typedAnswers(callId);
    return typed?.length === fresh.length ? typed : fresh;
  });
  const change = (now: readonly string[]) => {
    setTexts(now);
    ask(host.saveAnswers(callId, now));
  };
  return [texts, change];
}
