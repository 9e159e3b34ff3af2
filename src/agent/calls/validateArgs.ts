import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { boundedSchema } from '../../shared/boundedSchema';
import { ToolError } from '../../shared/errors';
import type { Tool } from '../tool';
import type { JsonSchema } from '../ports/toolDeclaration';

const MAX_DEPTH = 100;

/** The JSON Schema library is heavy, so it is loaded when a tool is first called. */
export async function loadValidator(): Promise<ArgumentValidator> {
  const { Ajv: AjvClass } = await import('ajv');
  return new ArgumentValidator(AjvClass);
}

/**
 * Validates arguments against a tool's schema: renames those of other versions, and converts numbers, booleans and
 * lists given as strings.
 */
export class ArgumentValidator {
  readonly #ajv: Ajv;
  /** By tool name; a server may change a tool's schema. */
  readonly #compiled = new Map<string, { readonly schema: JsonSchema; readonly validate: ValidateFunction }>();

  constructor(AjvClass: typeof Ajv) {
    this.#ajv = new AjvClass({ allErrors: true, coerceTypes: 'array', strict: false });
  }

  /** Throws `ToolError` `invalid_tool_params`, which tells the model precisely what to correct. */
  validate(tool: Tool, args: Readonly<Record<string, unknown>>): never {
    refuseDeep(tool, args);
    const parsed = parseNested(tool, args);
    const adapted: unknown = structuredClone(parseNested(tool, withoutNulls(tool.adapt?.(parsed) ?? parsed)));
    const validate = this.#compile(tool);
    if (!validate(adapted)) throw new ToolError('invalid_tool_params', explain(tool, validate.errors ?? []));
    // The one place where arguments get their type: each tool's schema describes its `Args`.
    return adapted as never;
  }

  #compile({ name, parameters: schema }: Tool): ValidateFunction {
    const known = this.#compiled.get(name);
    if (known?.schema === schema) return known.validate;
    if (known) this.#ajv.removeSchema(known.validate.schema);
    // A server's schema and the model's arguments may be made for each other.
    const validate = this.#ajv.compile((boundedSchema(schema) ?? { type: 'object' }) as JsonSchema);
    this.#compiled.set(name, { schema, validate });
    return validate;
  }
}

/** Throws for arguments nested so deeply that processing them could exhaust the stack. */
function refuseDeep({ name }: Tool, args: unknown): void {
  let level: unknown[] = [args];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) {
      throw new ToolError(
        'invalid_tool_params',
        `Invalid arguments for ${name}: nested more than ${MAX_DEPTH} levels.`,
      );
    }
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

/** Models write null for omitted arguments; it must not be converted to 0 or an empty string. */
function withoutNulls(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Parses lists and objects that were given as JSON in a string, where the tool does not accept a string. */
function parseNested(tool: Tool, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const properties = (tool.parameters.properties ?? {}) as Readonly<Record<string, { type?: unknown } | undefined>>;
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => {
    const type = Object.hasOwn(properties, key) ? properties[key]?.type : undefined;
    if (typeof value !== 'string' || (type !== 'array' && type !== 'object')) return [key, value];
    const parsed = parseJson(value);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) !== (type === 'array'))
      return [key, value];
    refuseDeep(tool, parsed);
    return [key, parsed];
  });
  return Object.fromEntries(entries);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain({ name, parameters }: Tool, errors: readonly ErrorObject[]): string {
  const lines = errors.map(({ instancePath, message, params }) => {
    const where = instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.');
    const { allowedValues: allowed, additionalProperty: extra } = params as Readonly<Record<string, unknown>>;
    const which = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : typeof extra === 'string' ? `: ${extra}` : '';
    return `- ${where} ${message ?? 'is wrong'}${which}`;
  });
  const known = Object.keys((parameters.properties as object | undefined) ?? {}).join(', ');
  return `Invalid arguments for ${name}:\n${lines.join('\n')}\nIt takes: ${known}. Correct the call and try again.`;
}
