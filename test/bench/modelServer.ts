// The Gemini API for benchmarks, in a process of its own so that its work is not measured. A prompt says what to answer:
// `STREAM count [rate]` is an answer of that many chunks, at full speed or so many a second; `ROUNDS count` reads
// so many lines of `a.txt`, one call after another; `PRINT megabytes` runs a command that prints as much; everything else gets a short answer.
import { startGeminiServer } from '../support/geminiServer';
import { call, text, transport, type Reply } from '../support/gemini/replies';
import type { GeminiRequest } from '../support/gemini/request';
import { answerPieces } from './answer';
import type { ModelMessage } from './modelProcess';

const tell = (message: ModelMessage): void => void process.send?.(message);

async function main(): Promise<void> {
  const server = await startGeminiServer();
  server.respond(request => {
    const [, what, count = '', rate = ''] = /\b(STREAM|ROUNDS|PRINT) (\d+)(?: (\d+))?/.exec(request.prompt) ?? [];
    if (what === 'STREAM') return stream(request, Number(count), Number(rate));
    const round = roundsOf(request);
    if (what === 'PRINT' && !isResult(request)) {
      return call('run_shell_command', {
        command: `yes 'a line of output, as a program prints it' | head -c ${count}000000`,
      });
    }
    // Another line each time: the same call again and again would be stopped as a loop.
    return what === 'ROUNDS' && round < Number(count)
      ? call('read_file', { file_path: 'a.txt', start_line: round + 1, end_line: round + 1 })
      : undefined;
  });
  process.once('disconnect', () => process.exit());
  tell({ type: 'listening', url: server.url });
}

function stream(request: GeminiRequest, count: number, rate: number): Reply {
  const firstAt = Date.now();
  void request.ended.then(() => {
    const lastAt = Date.now();
    tell({ type: 'streamed', firstAt, lastAt, rate: (count * 1000) / (lastAt - firstAt) });
  });
  tell({ type: 'streaming' });
  return [...(rate > 0 ? [transport({ rate })] : []), text(answerPieces(count))];
}

const isResult = ({ contents }: GeminiRequest): boolean =>
  contents.at(-1)?.parts?.some(part => part.functionResponse) ?? false;

const roundsOf = ({ contents }: GeminiRequest): number =>
  contents.filter(({ parts = [] }) => parts.some(part => part.functionResponse)).length;

void main();
