import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { ServerTool } from './mcpConnection';

/** Checks structured results by the schemas that tools promise; a schema that is none promises nothing. */
export class OutputSchemas {
  #schemas = new Map<string, unknown>();
  readonly #validators = new Map<string, JsonSchemaValidator<unknown> | null>();

  keep(tools: readonly ServerTool[]): void {
    this.#schemas = new Map(
      tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema]])),
    );
    this.#validators.clear();
  }

  /** Why a result is not what its tool promised; undefined: it is, or nothing was promised. */
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

/** Without patterns: a server brings both the pattern and the text, and some pairs take forever to compare. */
function withoutPatterns(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return undefined;
    if (typeof value !== 'object' || value === null || !('patternProperties' in value)) return value;
    // Which other properties there may be is no longer known then.
    const { patternProperties: _, ...rest } = value;
    return { ...rest, additionalProperties: true };
  });
}
