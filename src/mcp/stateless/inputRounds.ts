import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** What a server needs to know before it can answer, and what it wants to be told again unchanged. */
export interface InputRequired {
  readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params?: object }>>;
  readonly requestState?: unknown;
}

/** Answers a server's question. Rejects with the error to tell. */
type AskClient = (request: { readonly method: string; readonly params?: object }) => Promise<unknown>;

/** How many times a server may ask before it answers a request. */
const MAX_ROUNDS = 10;
/** How many questions it may ask at once. */
const MAX_QUESTIONS = 20;
/** What a server may ask. */
const QUESTIONS: readonly unknown[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

class InputProblem extends Error {}

/** A request that the server may ask back about, over as many rounds as it needs. */
export interface OpenRequest {
  /** The id that the client knows. */
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The ids of the questions that the client hasn't answered yet. */
  readonly questions: Set<RequestId>;
  round: number;
}

/** Answers what the server asks, and returns what the request has to be sent with again. */
export async function answerInput(
  request: OpenRequest,
  { inputRequests = {}, requestState }: InputRequired,
  ask: AskClient,
): Promise<Readonly<Record<string, unknown>>> {
  request.round += 1;
  const questions = Object.entries(inputRequests);
  if (request.round > MAX_ROUNDS || questions.length > MAX_QUESTIONS)
    throw new InputProblem('The server asks too much before it answers.');
  if (questions.length === 0 && requestState === undefined)
    throw new InputProblem('The server asks for something, but doesn’t say for what.');
  const answers = await Promise.all(
    questions.map(async ([key, { method, params }]) => {
      if (!QUESTIONS.includes(method)) throw new InputProblem(`The server asks for ${JSON.stringify(method)}.`);
      return [key, await ask({ method, ...(params && { params }) })] as const;
    }),
  );
  return {
    ...request.params,
    ...(questions.length > 0 && { inputResponses: Object.fromEntries(answers) }),
    ...(requestState !== undefined && { requestState }),
  };
}
