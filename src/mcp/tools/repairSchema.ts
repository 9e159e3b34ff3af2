import type { JsonSchema } from '../../agent/ports/toolDeclaration';
import { countHidden, visibleText } from '../../shared/hiddenCharacters';
import { recordOf } from './serverContent';

/**
 * Limits of depth, JSON length and text length. No model needs more; the server validates its arguments in any case.
 */
const MAX_DEPTH = 12;
const MAX_LENGTH = 16_000;
const MAX_TEXT = 1000;
/** How many subschemas one schema may expand to. */
const MAX_NODES = 2000;

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);
/** The formats that the service accepts; it refuses others. */
const FORMATS = new Set(['date-time', 'int32', 'int64', 'float', 'double']);
const COPIED = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;

export type Repaired = { readonly schema: JsonSchema } | { readonly problem: string };

/**
 * Converts a schema of arguments to what the service accepts: references are inlined, cycles end in an unconstrained
 * value, nulls become `nullable`, and unknown keywords are left out. A schema that doesn't describe an object is a
 * problem.
 */
export function repairSchema(given: unknown): Repaired {
  if (given === undefined || given === null) return { schema: { type: 'object', properties: {} } };
  if (typeof given !== 'object' || Array.isArray(given)) return { problem: 'its arguments are described by no schema' };
  const { type } = recordOf(given);
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))) {
    return { problem: `its arguments are no object but ${JSON.stringify(type).slice(0, 40)}` };
  }
  for (const hasTexts of [true, false]) {
    const schema = new Repair(given, hasTexts).whole();
    const json = schema && JSON.stringify(schema);
    if (!schema || !json || json.length > MAX_LENGTH) continue;
    // Names and values can't be changed, and the model would read characters that users can't see.
    return countHidden(json) === 0 ? { schema } : { problem: 'its arguments have names or values that nobody can see' };
  }
  return {
    schema: {
      type: 'object',
      properties: {},
      description: 'Too long to be shown: ask for the fields that are needed.',
    },
  };
}

class Repair {
  #nodes = 0;

  constructor(
    private readonly root: object,
    private readonly hasTexts: boolean,
  ) {}

  /** Returns undefined if it expands to too many subschemas. */
  whole(): JsonSchema | undefined {
    const { nullable: _, anyOf, ...schema } = this.#schema(this.root, 0, []);
    if (this.#nodes > MAX_NODES) return undefined;
    // Alternatives can't be declared at the top level, so the fields of all of them are merged.
    const alternatives = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
    const properties = Object.assign({}, ...alternatives.map(each => each.properties), schema.properties) as object;
    return { ...schema, type: 'object', properties };
  }

  /** `path`: the references that led here. */
  #schema(given: unknown, depth: number, path: readonly string[]): Record<string, unknown> {
    if (++this.#nodes > MAX_NODES || depth > MAX_DEPTH) return {};
    const node = recordOf(given);
    const { $ref } = node;
    if (typeof $ref === 'string') {
      if (path.includes($ref)) return {};
      const target = this.#find($ref);
      const { $ref: _, ...beside } = node;
      if (target === undefined) return this.#plain(beside, depth, path);
      return this.#schema({ ...recordOf(target), ...beside }, depth, [...path, $ref]);
    }
    if (Array.isArray(node.allOf)) {
      const { allOf, ...beside } = node;
      return this.#schema(
        joined(
          beside,
          (allOf as unknown[]).map(each => this.#resolved(each, path)),
        ),
        depth,
        path,
      );
    }
    return this.#plain(node, depth, path);
  }

  #plain(node: Readonly<Record<string, unknown>>, depth: number, path: readonly string[]): Record<string, unknown> {
    const alternatives = [node.anyOf, node.oneOf].find(Array.isArray) as unknown[] | undefined;
    const types = [node.type].flat().filter(each => typeof each === 'string');
    const known = types.filter(each => TYPES.has(each));
    if (!alternatives && known.length > 1) {
      const { type: _, ...rest } = node;
      return this.#schema({ ...rest, anyOf: types.map(type => ({ ...rest, type })), default: undefined }, depth, path);
    }
    const type = known[0] ?? inferred(node);
    const isNull = types.includes('null');
    return {
      ...(type !== undefined && { type }),
      ...(isNull && type !== undefined && { nullable: true }),
      ...this.#texts(node),
      ...this.#values(node, type),
      ...(node.default !== undefined && !alternatives && isPlain(node.default) && { default: node.default }),
      ...Object.fromEntries(COPIED.flatMap(key => (typeof node[key] === 'number' ? [[key, node[key]]] : []))),
      ...(type === 'object' && this.#object(node, depth, path)),
      ...(type === 'array' && { items: this.#schema([node.items].flat()[0], depth + 1, path) }),
      ...(alternatives && this.#alternatives(alternatives, depth, path)),
    };
  }

  #texts({ title, description }: Readonly<Record<string, unknown>>): Record<string, unknown> {
    if (!this.hasTexts) return {};
    return {
      ...(typeof title === 'string' && { title: visibleText(title).slice(0, 100) }),
      ...(typeof description === 'string' && {
        description: visibleText(description.slice(0, MAX_TEXT)).slice(0, MAX_TEXT),
      }),
    };
  }

  #values(node: Readonly<Record<string, unknown>>, type: unknown): Record<string, unknown> {
    const values = Array.isArray(node.enum) ? (node.enum as unknown[]) : 'const' in node ? [node.const] : undefined;
    const { pattern, format } = node;
    return {
      ...(values && values.length > 0 && { enum: values.filter(each => each !== null) }),
      ...(typeof format === 'string' && FORMATS.has(format) && { format }),
      ...(type === 'string' && typeof pattern === 'string' && isPattern(pattern) && { pattern }),
    };
  }

  #object(node: Readonly<Record<string, unknown>>, depth: number, path: readonly string[]): Record<string, unknown> {
    // A field of this name would change the object's prototype, and no real tool has one.
    const entries = Object.entries(recordOf(node.properties)).filter(([name]) => name !== '__proto__');
    const properties = Object.fromEntries(entries.map(([name, each]) => [name, this.#schema(each, depth + 1, path)]));
    const listed = Array.isArray(node.required) ? (node.required as unknown[]) : [];
    // The service refuses `required` entries without a property.
    const required = [...new Set(listed)].filter(each => typeof each === 'string' && Object.hasOwn(properties, each));
    const { additionalProperties: others } = node;
    return {
      properties,
      ...(required.length > 0 && { required }),
      ...(typeof others === 'boolean' && { additionalProperties: others }),
      ...(typeof others === 'object' &&
        others !== null && { additionalProperties: this.#schema(others, depth + 1, path) }),
    };
  }

  #alternatives(given: readonly unknown[], depth: number, path: readonly string[]): Record<string, unknown> {
    const real = given.filter(each => recordOf(each).type !== 'null');
    const isNullable = real.length < given.length;
    const anyOf = real.map(each => this.#schema(each, depth + 1, path));
    const [only] = anyOf;
    if (anyOf.length === 1 && only) return { ...only, ...(isNullable && { nullable: true }) };
    return { ...(anyOf.length > 0 && { anyOf }), ...(isNullable && { nullable: true }) };
  }

  #resolved(given: unknown, path: readonly string[]): unknown {
    const { $ref } = recordOf(given);
    if (typeof $ref !== 'string') return given;
    return path.includes($ref) ? {} : (this.#find($ref) ?? {});
  }

  /** The target of a reference within the schema; nothing is ever fetched. */
  #find(reference: string): unknown {
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) return undefined;
    let found: unknown = this.root;
    for (const part of reference.slice(2).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
      found = (found as Readonly<Record<string, unknown>>)[key];
    }
    return found;
  }
}

/** Merges several schemas of the same object. */
function joined(first: Readonly<Record<string, unknown>>, others: readonly unknown[]): Record<string, unknown> {
  const all = [first, ...others.map(recordOf)];
  const required = all.flatMap(each => (Array.isArray(each.required) ? (each.required as unknown[]) : []));
  const properties = Object.assign({}, ...all.map(each => recordOf(each.properties))) as object;
  const merged = Object.assign({}, ...all.toReversed()) as Record<string, unknown>;
  return {
    ...merged,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function inferred(node: Readonly<Record<string, unknown>>): string | undefined {
  if (node.properties !== undefined) return 'object';
  if (node.items !== undefined) return 'array';
  const values = Array.isArray(node.enum) ? (node.enum as unknown[]) : [];
  return values.length > 0 && values.every(each => typeof each === 'string') ? 'string' : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || JSON.stringify(value).length < 500;
}

function isPattern(pattern: string): boolean {
  try {
    return pattern.length <= 200 && new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
