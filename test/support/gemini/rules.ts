// What the service refuses with 400 INVALID_ARGUMENT. The texts are its own where they are known.
import type { Content, GenerateRequest, Part } from '../../../src/demo/wire';
import type { SignatureBook } from './signatures';

/** Returns the service's complaint about a request to generate, or null if it is fine. */
export function complaintAbout(body: GenerateRequest, model: string, signatures: SignatureBook): string | null {
  const contents = body.contents ?? [];
  return (
    unknownField(body) ??
    badContents(contents) ??
    badTurns(contents) ??
    badTools(body, model) ??
    badConfig(body) ??
    (signsThoughts(model) ? signatures.complaint(contents) : null)
  );
}

/** Gemini 3 and later sign their calls and want the signatures back. */
export function signsThoughts(model: string): boolean {
  return !/^(gemini-[12]\.|gemma)/.test(model);
}

const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];
const fields = {
  request:
    'contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent labels model serviceTier store continuationToken',
  content: 'role parts',
  part: `${dataFields.join(' ')} thought thoughtSignature videoMetadata mediaResolution partMetadata`,
  functionCall: 'id name args',
  functionResponse: 'id name response parts willContinue scheduling',
};

function unknownField(body: GenerateRequest): string | null {
  const complaint = (kind: keyof typeof fields, value: unknown, at: string): string | null => {
    const known = fields[kind].split(' ');
    const unknown =
      value && typeof value === 'object' ? Object.keys(value).find(key => !known.includes(key)) : undefined;
    if (unknown === undefined) return null;
    return `Invalid JSON payload received. Unknown name "${unknown}"${at ? ` at '${at}'` : ''}: Cannot find field.`;
  };
  const inPart = (part: Part, at: string): string | null =>
    complaint('part', part, at) ??
    complaint('functionCall', part.functionCall, `${at}.function_call`) ??
    complaint('functionResponse', part.functionResponse, `${at}.function_response`);
  const inContent = (content: Content, at: string): string | null =>
    complaint('content', content, at) ?? firstOf(content.parts ?? [], (part, i) => inPart(part, `${at}.parts[${i}]`));
  return (
    complaint('request', body, '') ??
    (body.systemInstruction ? inContent(body.systemInstruction, 'system_instruction') : null) ??
    firstOf(body.contents ?? [], (content, i) => inContent(content, `contents[${i}]`))
  );
}

function badContents(contents: readonly Content[]): string | null {
  if (contents.length === 0) return '* GenerateContentRequest.contents: contents is not specified\n';
  return firstOf(contents, ({ role = 'user', parts = [] }, i) => {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.';
    if (parts.length === 0) return `* GenerateContentRequest.contents[${i}].parts: contents.parts must not be empty.\n`;
    return firstOf(parts, (part, j) =>
      dataFields.filter(field => part[field] !== undefined).length === 1
        ? null
        : `* GenerateContentRequest.contents[${i}].parts[${j}].data: required oneof field 'data' must have one initialized field\n`,
    );
  });
}

function badTurns(contents: readonly Content[]): string | null {
  const roleOf = (content: Content | undefined): string => content?.role ?? 'user';
  if (roleOf(contents[0]) !== 'user') return 'Please ensure that multiturn requests start with a user turn.';
  if (roleOf(contents.at(-1)) !== 'user') {
    return 'Please ensure that multiturn requests end with a user role or a function response.';
  }
  return firstOf(contents, (content, i) => {
    const previous = contents[i - 1];
    if (previous && roleOf(previous) === roleOf(content)) {
      return 'Please ensure that multiturn requests alternate between user and model.';
    }
    if (roleOf(content) === 'model') {
      return content.parts?.some(part => part.functionResponse) ? 'Function responses belong into a user turn.' : null;
    }
    if (content.parts?.some(part => part.functionCall)) return 'Function calls belong into a model turn.';
    return badResponses(previous?.parts ?? [], content.parts ?? []);
  });
}

function badResponses(before: readonly Part[], parts: readonly Part[]): string | null {
  const calls = before.flatMap(part => part.functionCall ?? []);
  const responses = parts.flatMap(part => part.functionResponse ?? []);
  if (calls.length === 0 && responses.length > 0) {
    return 'Please ensure that function response turn comes immediately after a function call turn.';
  }
  if (calls.length !== responses.length) {
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
  }
  return firstOf(calls, (call, i) => {
    const response = responses[i];
    if (response?.name !== call.name) {
      return `Function response ${i} is named "${response?.name ?? ''}", its call "${call.name}".`;
    }
    if (call.id !== undefined && response.id !== call.id) {
      return `Function response ${i} has the id "${response.id ?? ''}", its call "${call.id}".`;
    }
    const value: unknown = response.response;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? null : `Function response ${i} is not an object.`;
  });
}

function badTools(body: GenerateRequest, model: string): string | null {
  const tools = body.tools ?? [];
  const declarations = tools.flatMap(tool => tool.functionDeclarations ?? []);
  if (
    declarations.length > 0 &&
    !signsThoughts(model) &&
    tools.some(tool => 'googleSearch' in tool || 'urlContext' in tool)
  ) {
    return 'Tool use with function calling is unsupported';
  }
  const seen = new Set<string>();
  return firstOf(declarations, ({ name, parameters, parametersJsonSchema }, i) => {
    const at = `* GenerateContentRequest.tools[0].function_declarations[${i}]`;
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)) {
      return `${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\n`;
    }
    if (seen.has(name)) return `Duplicate function declaration found: ${name}`;
    seen.add(name);
    return parameters && parametersJsonSchema
      ? `${at}: only one of parameters and parameters_json_schema may be set.\n`
      : null;
  });
}

function badConfig(body: GenerateRequest): string | null {
  const thinking = body.generationConfig?.thinkingConfig as Record<string, unknown> | undefined;
  if (thinking?.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined) {
    return 'You can only set only one of thinking budget and thinking level.';
  }
  return body.systemInstruction && !body.systemInstruction.parts?.length
    ? '* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.\n'
    : null;
}

function firstOf<T>(items: readonly T[], evaluate: (item: T, index: number) => string | null): string | null {
  for (const [i, item] of items.entries()) {
    const complaint = evaluate(item, i);
    if (complaint !== null) return complaint;
  }
  return null;
}
