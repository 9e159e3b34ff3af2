import type { AgentEvent } from '../shared/events';
import { log, metric, type Signal } from './signals';

/** Creates the signals for compactions of a conversation. */
export class Compressions {
  #since: number | undefined;
  #compressed: { readonly tokensBefore: number; readonly durationMs: number } | undefined;
  #lastInput = 0;
  #masked: string | undefined;

  begin(now: number): void {
    this.#since = now;
  }

  end({ compacted }: Extract<AgentEvent, { type: 'compressed' }>, promptId: string, now: number): readonly Signal[] {
    if (compacted.snapshot) {
      this.#compressed = {
        tokensBefore: this.#lastInput,
        durationMs: Math.max(0, now - (this.#since ?? now)),
      };
    }
    const isMasked = compacted.maskedThrough !== undefined && compacted.maskedThrough !== this.#masked;
    this.#masked = compacted.maskedThrough;
    return isMasked ? [log('gemini_cli.tool_output_masking', now, { prompt_id: promptId })] : [];
  }

  /** The size after a compaction becomes known only with the next answer. */
  answered(tokensAfter: number, now: number): readonly Signal[] {
    const compressed = this.#compressed;
    this.#compressed = undefined;
    this.#lastInput = tokensAfter;
    if (!compressed) return [];
    const { tokensBefore, durationMs } = compressed;
    return [
      log('gemini_cli.chat_compression', now, {
        ...{ tokens_before: tokensBefore, tokens_after: tokensAfter, duration_ms: durationMs },
      }),
      metric('gemini_cli.chat_compression', 1, { tokens_before: tokensBefore, tokens_after: tokensAfter }),
    ];
  }
}
