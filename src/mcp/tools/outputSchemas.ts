import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { boundedSchema } from '../../shared/boundedSchema';
import type { ServerTool } from '../connection/mcpConnection';

/** Validates structured results against their tools' output schemas; one that is invalid or could take forever is ignored. */
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
    const bounded = boundedSchema(schema);
    return bounded === undefined ? null : new AjvJsonSchemaValidator().getValidator(bounded as JsonSchemaType);
  } catch {
    return null;
  }
}
