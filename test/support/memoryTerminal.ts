import { setTimeout as delay } from 'node:timers/promises';
import { verifyApproved } from '../../src/policy/verifyApproved';
import type { CommandResult, Terminal } from '../../src/agent/ports/terminal';

/**
 * A terminal that knows `echo TEXT`, `sleep SECONDS` and `exit CODE`, separated by `;`, and runs nothing. A command
 * that `answers` has gives that instead. `commands` lists what was run, and where.
 */
export function createMemoryTerminal(answers: Readonly<Record<string, Partial<CommandResult>>> = {}) {
  const commands: { command: string; cwd: string }[] = [];
  const terminal: Terminal = {
    async run(approved, onOutput, signal) {
      verifyApproved(approved);
      const { command, cwd } = approved;
      commands.push({ command, cwd });
      const answer = answers[command];
      if (answer?.output) onOutput(answer.output);
      if (answer) return { output: '', exitCode: 0, signal: null, ...answer };
      return interpret(command, onOutput, signal);
    },
  };
  return { terminal, commands };
}

async function interpret(
  command: string,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<CommandResult> {
  let output = '';
  for (const step of command.split(';')) {
    const [name, ...args] = step.trim().split(' ');
    if (name === 'sleep') await delay(Number(args[0]) * 1000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { output, exitCode: null, signal: 'SIGTERM' };
    if (name === 'exit') return { output, exitCode: Number(args[0]), signal: null };
    if (name !== 'echo') continue;
    output += `${args.join(' ')}\n`;
    onOutput(`${args.join(' ')}\n`);
  }
  return { output, exitCode: 0, signal: null };
}
