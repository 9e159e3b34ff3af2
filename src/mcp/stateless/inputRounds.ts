import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The questions a server asks before it can answer. `requestState` must be returned unchanged. */
export interface InputRequired {
  readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params?: object }>>;
  readonly requestState?: unknown;
}

/** Answers a server's question; rejects with the error that ends the request. */
type AskClient = (request: { readonly method: string; readonly params?: object }) => Promise<unknown>;

/** How many rounds of questions a server may ask about one request. */
const MAX_ROUNDS = 10;
/** How many questions it may ask per round. */
const MAX_QUESTIONS = 20;
/** The methods of questions a server may ask. */
const QUESTIONS: readonly unknown[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

class InputProblem extends Error {}

/** A request that isn't answered yet; the server may ask about it in several rounds. */
export interface OpenRequest {
  /** The client's id for it; each round is sent with an id of its own. */
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The ids of the questions that the client hasn't answered yet. */
  readonly questions: Set<RequestId>;
  round: number;
}

/** Answers the server's questions, and returns the parameters to send the request again with. */
export async function answerInput(
  request: OpenRequest,
  { inputRequests = {}, requestState }: InputRequired,
  ask: AskClient,
): Promise<Readonly<Record<string, unknown>>> {
  request.round += 1;
  const questions = Object.entries(inputRequests);
  if (request.round > MAX_ROUNDS || questions.length > MAX_QUESTIONS)
    throw new InputProblem('The server asked too many questions before it answered.');
  if (questions.length === 0 && requestState === undefined)
    throw new InputProblem('The server asked for input, but sent no questions.');
  const answers = await Promise.all(
    questions.map(async ([key, { method, params }]) => {
      if (!QUESTIONS.includes(method)) throw new InputProblem(`Servers can’t ask with ${JSON.stringify(method)}.`);
      return [key, await ask({ method, ...(params && { params }) })] as const;
    }),
  );
  return {
    ...request.params,
    ...(questions.length > 0 && { inputResponses: Object.fromEntries(answers) }),
    ...(requestState !== undefined && { requestState }),
  };
}
