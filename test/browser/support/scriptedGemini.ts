import { GeminiServer } from '../../support/geminiServer';
import type { Reply } from '../../support/gemini/replies';

/** A Gemini server whose script can be thrown away, so that a test that failed leaves nothing to the next. */
export class ScriptedGemini extends GeminiServer {
  private script: Reply[] = [];

  constructor(options: ConstructorParameters<typeof GeminiServer>[0] = {}) {
    super(options);
    this.respond(({ method }) => (method === 'streamGenerateContent' ? this.script.shift() : undefined));
  }

  override get pendingReplies(): number {
    return this.script.length;
  }

  override reply(...steps: readonly Reply[]): this {
    this.script.push(steps);
    return this;
  }

  override replies(replies: readonly Reply[]): this {
    this.script.push(...replies);
    return this;
  }

  forget(): void {
    this.script = [];
  }
}
