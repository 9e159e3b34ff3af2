import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { ToolError } from '../shared/errors';
import type { Tool } from './tool';

/** Checks arguments against a tool's schema: renames those of other versions, turns plain numbers and booleans in strings. */
export class ArgumentValidator {
  #ajv: Ajv | undefined;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** Throws `ToolError` `invalid_tool_params`, which tells the model precisely what to correct. */
  validate(tool: Tool, args: Readonly<Record<string, unknown>>): never {
    const adapted: unknown = structuredClone(tool.adapt?.(args) ?? args);
    this.#ajv ??= new Ajv({ allErrors: true, coerceTypes: true, strict: false });
    const validate = this.#compiled.get(tool.name) ?? this.#ajv.compile(tool.parameters);
    this.#compiled.set(tool.name, validate);
    if (!validate(adapted)) throw new ToolError('invalid_tool_params', explain(tool, validate.errors ?? []));
    // The one place where arguments get their type: each tool's schema describes its `Args`.
    return adapted as never;
  }
}

function explain({ name, parameters }: Tool, errors: readonly ErrorObject[]): string {
  const lines = errors.map(({ instancePath, message, params }) => {
    const where = instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.');
    const allowed: unknown = params.allowedValues;
    return `- ${where} ${message ?? 'is wrong'}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
  });
  const known = Object.keys((parameters.properties as object | undefined) ?? {}).join(', ');
  return `Invalid arguments for ${name}:\n${lines.join('\n')}\nIt takes: ${known}. Correct the call and try again.`;
}
