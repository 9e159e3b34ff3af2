import type { CallLabel, ToolCall, ToolResult } from '../../shared/messages';
import { tellsOfProblems } from './freshProblems';

/** How much the model is told about one edit, in characters; it can read the file. */
const MAX_CONTENT = 4000;

/** What the model is told about an edit that the user has not decided yet. */
export function provisional({ id, name }: ToolCall, label: CallLabel): ToolResult {
  const content =
    'Proposed. The user has not decided yet, and nothing is written. Go on with the task: your reads, searches and ' +
    'further edits see the file as it would be; commands and checks wait until the user has decided. You will be told ' +
    'what became of it, so do not ask about it and do not make the edit again.';
  return { callId: id, name, ...label, status: 'success', content, isProvisional: true };
}

/** The outcomes of edits that had a provisional result, until the model has been told. */
export class DecidedEdits {
  #untold: ToolResult[] = [];

  add(result: ToolResult): void {
    this.#untold.push(result);
  }

  /** Whether the model must respond: an edit that was accepted as proposed needs no answer. */
  get needAnswer(): boolean {
    return this.#untold.some(
      ({ status, content }) => status === 'rejected' || status === 'error' || tellsOfProblems(content),
    );
  }

  /** Returns the text to send before the next request, once; undefined if there is nothing to tell. */
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
