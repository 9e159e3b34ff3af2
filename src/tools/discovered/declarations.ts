// Parses a discovery command's output: function declarations, in every format that Gemini CLI accepts.
import type { JsonSchema, ToolDeclaration } from '../../agent/ports/toolDeclaration';
import { messageOf } from '../../shared/messageOf';
import { isJsonObject } from '../../shared/jsonObject';

export interface Declarations {
  /** With their original names, in the order of the output, each name once. */
  readonly tools: readonly ToolDeclaration[];
  /** One sentence for each declaration that was left out; beyond a limit, only their number. */
  readonly problems: readonly string[];
}

/** The output is not a list of declarations; `message` says why. */
export class DeclarationsError extends Error {}

const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 10_000;
const MAX_SCHEMA = 100_000;
const MAX_DEPTH = 50;
const MAX_PROBLEMS = 5;
const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

/**
 * Reads a JSON list of declarations, of objects with lists of them (`function_declarations`, `functionDeclarations`),
 * or of both; a single object of either kind counts as a list of one. Throws `DeclarationsError`.
 */
export function readDeclarations(output: string): Declarations {
  const tools = new Map<string, ToolDeclaration>();
  const problems: string[] = [];
  for (const [place, value] of entriesOf(parse(output))) {
    const found = declarationOf(value);
    if (typeof found === 'string') problems.push(`${place}: ${found}`);
    else if (tools.has(found.name)) problems.push(`${place}: "${found.name}" is declared twice; the first one counts.`);
    else if (tools.size >= MAX_TOOLS) problems.push(`${place}: There are more than ${MAX_TOOLS} tools.`);
    else tools.set(found.name, found);
  }
  const shown = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length - shown.length;
  return { tools: [...tools.values()], problems: more > 0 ? [...shown, `There are ${more} more problems.`] : shown };
}

function parse(output: string): unknown {
  const text = output.replace(/^\uFEFF/, '').trim();
  if (text === '')
    throw new DeclarationsError('It printed nothing; a JSON list of function declarations was expected.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeclarationsError(`It did not print JSON: ${messageOf(error)}`);
  }
}

/** Every declaration with its position, such as `[0].functionDeclarations[2]`. */
function entriesOf(root: unknown): [place: string, value: unknown][] {
  const isList = Array.isArray(root);
  if (!isList && !isJsonObject(root)) {
    throw new DeclarationsError('It printed JSON that is no list of function declarations.');
  }
  const items: readonly unknown[] = isList ? root : [root];
  return items.flatMap((item, i): [string, unknown][] => {
    const place = `[${i}]`;
    if (!isJsonObject(item)) return [[place, item]];
    const key = ['function_declarations', 'functionDeclarations'].find(each => Object.hasOwn(item, each));
    if (key === undefined) return [[place, item]];
    const inner = item[key];
    if (!Array.isArray(inner)) return [[`${place}.${key}`, inner]];
    return inner.map((each, j): [string, unknown] => [`${place}.${key}[${j}]`, each]);
  });
}

/** A valid declaration, or the reason why it is invalid. */
function declarationOf(value: unknown): ToolDeclaration | string {
  if (!isJsonObject(value)) return 'This is no function declaration.';
  const { name, description = '' } = value;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return '"name" must be a letter or _ followed by letters, digits and _ . : -, 128 characters at most.';
  }
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION) {
    return `"description" of "${name}" must be a string of at most ${MAX_DESCRIPTION} characters.`;
  }
  const written = value.parametersJsonSchema ?? value.parameters_json_schema ?? value.parameters ?? {};
  const miss = schemaMiss(written);
  if (miss !== undefined) return `The parameters of "${name}" ${miss}`;
  return { name, description, parameters: objectSchemaOf(written as JsonSchema) };
}

function schemaMiss(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return 'must be a JSON Schema of an object.';
  if (depthOf(schema) > MAX_DEPTH) return `are nested more than ${MAX_DEPTH} levels.`;
  if (JSON.stringify(schema).length > MAX_SCHEMA) return `are longer than ${MAX_SCHEMA} characters.`;
  const { type } = schema;
  const isObjectType = type === undefined || (typeof type === 'string' && type.toLowerCase() === 'object');
  return isObjectType ? undefined : 'must be of the type "object".';
}

/** Converts to JSON Schema: the API's own schemas write type names in capitals. */
function objectSchemaOf(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...rest } = lowerTypes(schema) as Record<string, unknown>;
  return { ...rest, type: 'object', properties: isJsonObject(rest.properties) ? rest.properties : {} };
}

function lowerTypes(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map(each => lowerTypes(each));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const isType = key === 'type' && !isNames;
    if (isType && typeof inner === 'string') return [key, inner.toLowerCase()];
    // The values of these keys are the author's data or property names, not schema keywords.
    if (!isNames && /^(?:enum|const|default|examples?)$/.test(key)) return [key, inner];
    return [key, lowerTypes(inner, !isNames && /^(?:properties|patternProperties|\$defs|definitions)$/.test(key))];
  });
  return Object.fromEntries(entries);
}

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    if (level.length === 0 || depth > MAX_DEPTH) return depth;
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}
