import type { Content, FunctionCall, FunctionResponse, GenerateRequest } from './wire';

/** A call that the model made and what came back. */
export interface ToolOutcome {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly isError: boolean;
}

/** Code that the person sent along with a message. */
export interface Attachment {
  readonly path: string;
  readonly text: string;
}

/** What a request says, as far as deciding on an answer needs it. */
export interface Conversation {
  /** The person's latest words, without what was attached. */
  readonly words: string;
  readonly attachments: readonly Attachment[];
  /** True if these are the first words of the conversation. */
  readonly isFirst: boolean;
  /** What was called since then, in order. */
  readonly outcomes: readonly ToolOutcome[];
  /** What was called before then. */
  readonly earlierOutcomes: readonly ToolOutcome[];
  /** Names of the tools that the request offers. */
  readonly tools: ReadonlySet<string>;
}

export function readConversation(request: GenerateRequest): Conversation {
  const contents = request.contents ?? [];
  const isNew = (content: Content): boolean =>
    isPrompt(content) && !/^(please )?(continue|go on)\b/i.test(wordsOf(content));
  const start = Math.max(contents.findLastIndex(isNew), 0);
  const outcomes = contents.map((content, i) => outcomesOf(content, contents[i - 1]));
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

/** A message with words of a person, be it joined to the answers to earlier tool calls. */
export function isPrompt({ role, parts = [] }: Content): boolean {
  const isWordless = parts.length === 0 || parts.some(part => part.functionResponse);
  return role !== 'model' && (!isWordless || parts.some(part => part.text !== undefined));
}

export function textsOf(content: Content | undefined): string[] {
  return (content?.parts ?? []).flatMap(part => (part.text === undefined || part.thought ? [] : [part.text]));
}

/** The text of a tool's answer, however it is wrapped. */
export function outputOf({ response = {} }: FunctionResponse): string {
  const value = response.output ?? response.error ?? response.result ?? response;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The last text that is no attachment: what comes before it in the same message is about the environment. */
function wordsOf(content: Content | undefined): string {
  return (textsOf(content).findLast(text => asAttachment(text).length === 0) ?? '').trim();
}

function asAttachment(text: string): Attachment[] {
  const match = /^Attached by the user: (.+?)(?:, lines \d+-\d+)?\n<attachment>\n([^]*)\n<\/attachment>$/.exec(text);
  return match ? [{ path: match[1] ?? '', text: match[2] ?? '' }] : [];
}

function outcomesOf(content: Content, previous: Content | undefined): ToolOutcome[] {
  const calls = (previous?.parts ?? []).flatMap(part => part.functionCall ?? []);
  const responses = (content.parts ?? []).flatMap(part => part.functionResponse ?? []);
  return responses.map((response, i) => outcomeOf(response, calls[i]));
}

function outcomeOf(response: FunctionResponse, call: FunctionCall | undefined): ToolOutcome {
  const isError = response.response?.output === undefined && response.response?.error !== undefined;
  return { name: response.name, args: call?.args ?? {}, output: outputOf(response), isError };
}
