import { ToolError } from '../../src/shared/errors';

/** For `assert.rejects`: a `ToolError` of this type whose message has all these pieces. */
export function toolError(type: string, ...pieces: readonly string[]): (error: unknown) => boolean {
  return error => {
    if (!(error instanceof ToolError)) throw error;
    if (error.type !== type) throw new Error(`Expected ${type}, got ${error.type}: ${error.message}`);
    const missing = pieces.find(piece => !error.message.includes(piece));
    if (missing !== undefined) throw new Error(`"${missing}" is missing in: ${error.message}`);
    return true;
  };
}
