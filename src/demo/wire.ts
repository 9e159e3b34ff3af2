// The parts of the Gemini API's JSON that the demo model and the tests' server need. Unknown fields are always allowed.

export interface FunctionCall {
  name: string;
  args?: Record<string, unknown>;
  id?: string;
}

export interface FunctionResponse {
  name: string;
  response?: Record<string, unknown>;
  id?: string;
}

export interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: FunctionCall;
  functionResponse?: FunctionResponse;
  [field: string]: unknown;
}

export interface Content {
  role?: string;
  parts?: Part[];
}

export interface UsageMetadata {
  promptTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
  cachedContentTokenCount?: number;
  toolUsePromptTokenCount?: number;
  totalTokenCount?: number;
  [field: string]: unknown;
}

export interface Candidate {
  content?: Content;
  finishReason?: string;
  index?: number;
  [field: string]: unknown;
}

/** One `GenerateContentResponse`: a whole answer, or one event of a stream. */
export interface GenerateResponse {
  candidates?: Candidate[];
  promptFeedback?: { blockReason?: string; [field: string]: unknown };
  usageMetadata?: UsageMetadata;
  modelVersion?: string;
  responseId?: string;
  [field: string]: unknown;
}

export interface GenerateRequest {
  contents?: Content[];
  systemInstruction?: Content;
  tools?: { functionDeclarations?: { name: string; [field: string]: unknown }[]; [field: string]: unknown }[];
  generationConfig?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface ApiErrorBody {
  error: { code: number; message: string; status: string; details?: Record<string, unknown>[] };
}

/** The service's 400 response to an unknown key. */
export function invalidKeyError(): ApiErrorBody {
  return {
    error: {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
      ],
    },
  };
}

/** Parses a request path such as `/v1beta/models/NAME:method`, also with Vertex AI's longer prefix; otherwise null. */
export function parseModelPath(path: string): { version: string; model: string; method: string } | null {
  const match = /^\/(v1[a-z0-9]*)\/(?:[^:]+\/)?models\/([^/:]+):(\w+)$/.exec(path);
  const [, version, model, method] = match ?? [];
  return version && model && method ? { version, model, method } : null;
}

/** Estimates the number of tokens at four characters each. */
export function estimateTokens(value: string | object): number {
  return Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4);
}

/** Estimates the tokens of a request: system instruction, tools and the parts of every content. */
export function estimatePrompt({ systemInstruction, tools = [], contents = [] }: GenerateRequest): number {
  const all = systemInstruction ? [systemInstruction, ...contents] : contents;
  const parts = all.flatMap(content => content.parts ?? []).map(part => estimateTokens(part.text ?? part));
  return parts.reduce((sum, tokens) => sum + tokens, tools.length > 0 ? estimateTokens(tools) : 0);
}
