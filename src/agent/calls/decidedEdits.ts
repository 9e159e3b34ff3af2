import type { CallLabel, ToolCall, ToolResult } from '../../shared/messages';
import { tellsOfProblems } from './freshProblems';

/** What is told of one edit; the model can read the file. */
const MAX_CONTENT = 4000;

/** What the model is told of an edit that the user has yet to decide on. */
export function provisional({ id, name }: ToolCall, label: CallLabel): ToolResult {
  const content =
    'Proposed. The user has not decided yet, and nothing is written. Go on with the task: your reads, searches and ' +
    'further edits see the file as it would be; commands and checks wait until the user has decided. You will be told ' +
    'what became of it, so do not ask about it and do not make the edit again.';
  return { callId: id, name, ...label, status: 'success', content, isProvisional: true };
}

/** What became of edits that had a provisional result, as far as the model has not heard of it. */
export class DecidedEdits {
  #untold: ToolResult[] = [];

  add(result: ToolResult): void {
    this.#untold.push(result);
  }

  /** Whether the model has something to do about it: what was accepted as it was needs no answer. */
  get needAnswer(): boolean {
    return this.#untold.some(
      ({ status, content }) => status === 'rejected' || status === 'error' || tellsOfProblems(content),
    );
  }

  /** To be told before the next request, once; undefined: nothing. */
  take(): string | undefined {
    const results = this.#untold;
    this.#untold = [];
    return results.length > 0 ? tellOf(results) : undefined;
  }
}

function tellOf(results: readonly ToolResult[]): string {
  const lines = results.map(({ name, title, status, content }) => {
    const text = content.length > MAX_CONTENT ? `${content.slice(0, MAX_CONTENT)}\n(cut)` : content;
    return `- ${name} (${title}), ${STATUS[status]}: ${text}`;
  });
  return ['<edits_decided>', 'Of the edits that you had proposed:', ...lines, '</edits_decided>'].join('\n');
}

const STATUS: Readonly<Record<ToolResult['status'], string>> = {
  success: 'accepted and made',
  rejected: 'not made',
  error: 'not made',
  cancelled: 'not made',
};
