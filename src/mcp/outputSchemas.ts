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
    return new AjvJsonSchemaValidator().getValidator(schema as JsonSchemaType);
  } catch {
    return null;
  }
}
