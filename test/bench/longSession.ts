import type { AgentEvent } from '../../src/shared/events';
import type { Message } from '../../src/shared/messages';

/** An answer comes in so many pieces. */
const PIECES = 6;
const OUTPUT = 'A line of what a command has said.\n'.repeat(30);

/** The events of a session that ends with `count` messages: a prompt, an answer that calls, its result, an answer, and so on. */
export function longSession(count: number): AgentEvent[] {
  return Array.from({ length: count }, (_, index) => eventsOf(index)).flat();
}

function eventsOf(index: number): AgentEvent[] {
  const base = { id: `m${index}`, at: 1_700_000_000_000 + index };
  const callId = `c${index - (index % 4)}`;
  switch (index % 4) {
    case 0:
      return [said({ ...base, role: 'user', parts: [{ type: 'text', text: `Prompt ${index}: look at the cart.` }] })];
    case 2: {
      const display = { type: 'command', exitCode: 0, output: OUTPUT } as const;
      const result = { callId, name: 'run_shell_command', title: 'Run npm test', status: 'success' } as const;
      return [said({ ...base, role: 'tool', results: [{ ...result, content: OUTPUT, display }] })];
    }
    default: {
      const call = { id: callId, name: 'run_shell_command', args: { command: 'npm test' } };
      return [
        said({ ...base, role: 'assistant', model: 'gemini-3.8-flash', parts: [] }),
        ...Array.from({ length: PIECES }, (_, i): AgentEvent => {
          return {
            type: 'delta',
            messageId: base.id,
            text: `Piece ${i} of an answer that says what was found there. `,
          };
        }),
        ...(index % 4 === 1
          ? [{ type: 'part', messageId: base.id, part: { type: 'toolCall', call, signature: 'c2ln' } } as const]
          : []),
        { type: 'message-finished', messageId: base.id, end: 'stop' },
      ];
    }
  }
}

const said = (message: Message): AgentEvent => ({ type: 'message', message });
