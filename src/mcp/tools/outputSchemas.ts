import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { ServerTool } from '../connection/mcpConnection';

/** Validates structured results against their tools' output schemas; an invalid schema is ignored. */
export class OutputSchemas {
  #schemas = new Map<string, unknown>();
  readonly #validators = new Map<string, JsonSchemaValidator<unknown> | null>();

  keep(tools: readonly ServerTool[]): void {
    this.#schemas = new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema]])),
    );
    this.#validators.clear();
  }

  /** Why a result doesn't match its tool's schema; undefined if it does, or if there is no schema. */
  mismatchOf(tool: string, structured: unknown): string | undefined {
    const schema = this.#schemas.get(tool);
    if (schema === undefined) return undefined;
    if (structured === undefined) return 'there is no structured content';
    const known = this.#validators.get(tool);
    const validator = known === undefined ? compile(schema) : known;
    this.#validators.set(tool, validator);
    const outcome = validator?.(structured);
    return outcome && !outcome.valid ? outcome.errorMessage : undefined;
  }
}

function compile(schema: unknown): JsonSchemaValidator<unknown> | null {
  try {
    return new AjvJsonSchemaValidator().getValidator(withoutPatterns(schema) as JsonSchemaType);
  } catch {
    return null;
  }
}

/** Removes patterns: a server controls both the pattern and the text, and some pairs take forever to match. */
function withoutPatterns(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return undefined;
    if (typeof value !== 'object' || value === null || !('patternProperties' in value)) return value;
    // Without the patterns, it is unknown which other properties are allowed.
    const { patternProperties: _, ...rest } = value;
    return { ...rest, additionalProperties: true };
  });
}
