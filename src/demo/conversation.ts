import type { Content, FunctionCall, FunctionResponse, GenerateRequest } from './wire';

/** A call by the model and its result. */
export interface ToolOutcome {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly isError: boolean;
}

/** Code that the user attached to a message. */
export interface Attachment {
  readonly path: string;
  readonly text: string;
}

/** The parts of a request that the demo needs to choose an answer. */
export interface Conversation {
  /** The user's latest prompt, without attachments. */
  readonly words: string;
  readonly attachments: readonly Attachment[];
  /** True if this is the first prompt of the conversation. */
  readonly isFirst: boolean;
  /** Results of calls since that prompt, in order. */
  readonly outcomes: readonly ToolOutcome[];
  /** Results of earlier calls. */
  readonly earlierOutcomes: readonly ToolOutcome[];
  /** Names of the tools that the request offers. */
  readonly tools: ReadonlySet<string>;
}

export function readConversation(request: GenerateRequest): Conversation {
  const contents = request.contents ?? [];
  const isNew = (content: Content): boolean =>
    isPrompt(content) && !/^(please )?(continue|go on)\b/i.test(wordsOf(content));
  const start = Math.max(contents.findLastIndex(isNew), 0);
  const rejected = contents.flatMap(textsOf).flatMap(rejectedEdits);
  const outcomes = contents.map((content, i) => outcomesOf(content, contents[i - 1], rejected));
  return {
    words: wordsOf(contents[start]),
    attachments: textsOf(contents[start]).flatMap(asAttachment),
    isFirst: !contents.slice(0, start).some(isPrompt),
    outcomes: outcomes.slice(start + 1).flat(),
    earlierOutcomes: outcomes.slice(0, start + 1).flat(),
    tools: new Set(declaredTools(request)),
  };
}

export function declaredTools(request: GenerateRequest): string[] {
  return (request.tools ?? []).flatMap(tool => (tool.functionDeclarations ?? []).map(declaration => declaration.name));
}

/** True for a message with a prompt of the user, even if it is combined with results of earlier tool calls. */
export function isPrompt(content: Content): boolean {
  const { role, parts = [] } = content;
  const texts = textsOf(content);
  const isWordless = parts.length === 0 || texts.length > 0 || parts.some(part => part.functionResponse);
  return role !== 'model' && (!isWordless || texts.some(text => !isNews(text)));
}

/** True for what Pollux itself tells the model while it works on a prompt: decisions, hooks' texts, memory it has found. */
function isNews(text: string): boolean {
  return /^<(?:edits_decided|changes_review|hook_context)>\n|^\[(?:This memory|Memory of) /.test(text);
}

/** The tools of the edits that the model went on from, and that the user then rejected. */
function rejectedEdits(text: string): string[] {
  if (!text.startsWith('<edits_decided>')) return [];
  return [...text.matchAll(/^- (\w+) \(.*\), not made: /gm)].map(([, name = '']) => name);
}

export function textsOf(content: Content | undefined): string[] {
  return (content?.parts ?? []).flatMap(part => (part.text === undefined || part.thought ? [] : [part.text]));
}

/** The text of a tool's result, however it is wrapped. */
export function outputOf({ response = {} }: FunctionResponse): string {
  const value = response.output ?? response.error ?? response.result ?? response;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The last text that isn't an attachment; earlier texts of the same message describe the environment. */
function wordsOf(content: Content | undefined): string {
  return (textsOf(content).findLast(text => asAttachment(text).length === 0 && !isNews(text)) ?? '').trim();
}

function asAttachment(text: string): Attachment[] {
  const match = /^Attached by the user: (.+?)(?:, lines \d+-\d+)?\n<attachment>\n([^]*)\n<\/attachment>$/.exec(text);
  return match ? [{ path: match[1] ?? '', text: match[2] ?? '' }] : [];
}

function outcomesOf(content: Content, previous: Content | undefined, rejected: readonly string[]): ToolOutcome[] {
  const calls = (previous?.parts ?? []).flatMap(part => part.functionCall ?? []);
  const responses = (content.parts ?? []).flatMap(part => part.functionResponse ?? []);
  return responses.map((response, i) => outcomeOf(response, calls[i], rejected));
}

function outcomeOf(
  response: FunctionResponse,
  call: FunctionCall | undefined,
  rejected: readonly string[],
): ToolOutcome {
  const output = outputOf(response);
  const isFailure = response.response?.output === undefined && response.response?.error !== undefined;
  const isError = isFailure || (output.startsWith('Proposed.') && rejected.includes(response.name));
  return { name: response.name, args: call?.args ?? {}, output, isError };
}
