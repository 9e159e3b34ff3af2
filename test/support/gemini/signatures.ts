import type { Content, FunctionCall, GenerateResponse, Part } from '../../../src/demo/wire';

/** What the documentation offers for calls that come from elsewhere. */
const dummies: readonly string[] = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** Remembers which signature went out with which call, and finds calls that come back without it. */
export class SignatureBook {
  private readonly sent = new Map<string, Set<string | undefined>>();
  private count = 0;

  /** A new signature; the same in every run. */
  next(): string {
    return Buffer.from(`thought signature ${++this.count}`).toString('base64');
  }

  remember(event: GenerateResponse): void {
    for (const part of event.candidates?.flatMap(candidate => candidate.content?.parts ?? []) ?? []) {
      if (!part.functionCall) continue;
      const key = keyOf(part.functionCall);
      const known = this.sent.get(key) ?? new Set();
      this.sent.set(key, known.add(part.thoughtSignature));
    }
  }

  /**
   * The service's complaint about the first call of each step since the person's last message, or null. A call that this
   * server never sent needs some signature, the documented dummy included.
   */
  complaint(contents: readonly Content[]): string | null {
    for (let i = startOfTurn(contents); i < contents.length; i++) {
      const first = contents[i]?.parts?.find(part => part.functionCall);
      const complaint = first ? this.evaluate(first, i + 1) : null;
      if (complaint) return complaint;
    }
    return null;
  }

  private evaluate(part: Part, position: number): string | null {
    const { functionCall: call, thoughtSignature: signature } = part;
    const known = call ? this.sent.get(keyOf(call)) : undefined;
    if (known?.has(signature)) return null;
    if (!signature) {
      return (
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
        'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
        `\`default_api:${call?.name ?? ''}\` , position ${position}. Please refer to ` +
        'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.'
      );
    }
    if (!known) return null;
    const what = dummies.includes(signature) ? 'the dummy signature instead of its own' : 'another signature';
    return `Corrupted thought signature. (Test server: \`${call?.name ?? ''}\` came back with ${what}.)`;
  }
}

/** The same call always has the same key, whatever the order of its arguments. */
function keyOf({ name, args, id }: FunctionCall): string {
  return JSON.stringify([name, id ?? null, sorted(args ?? {})]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .map(([key, inner]): [string, unknown] => [key, sorted(inner)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The turn begins at the last message that a person wrote: one without function responses. */
function startOfTurn(contents: readonly Content[]): number {
  const isPrompt = ({ role, parts }: Content): boolean =>
    role !== 'model' && !(parts ?? []).some(part => part.functionResponse);
  return Math.max(contents.findLastIndex(isPrompt), 0);
}
