import { useState } from 'preact/hooks';
import { useServices } from '../../services';

/** The values of a question's form. The host stores them, so that a recreated panel still has them. */
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
