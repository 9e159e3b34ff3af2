import type { Prompt } from '../../agent/ports/promptTools';
import { ToolError } from '../../shared/errors';
import { describeEnd, type ShellEnd, type ShellReader } from './custom/expandTemplate';

/** The command in a text that begins with `!`; undefined for a prompt. `!=` and `!!` begin no command. */
export function typedCommandIn(text: string): string | undefined {
  return /^!\s*([^\s!=][\s\S]*)$/.exec(text)?.[1]?.trim();
}

/** Tells the model which command the user ran, with its output. A command that a rule denies does not run. */
export function runTypedCommand(command: string, shellReader: () => Promise<ShellReader>): Prompt {
  return async tools => {
    let end: ShellEnd | undefined;
    const tool = (await shellReader())(taken => (end = taken));
    const result = await tools.call(tool, { command }, { isTyped: true });
    if (!end) throw new ToolError(result.errorType ?? result.status, result.content, result.error);
    return [
      { type: 'text', text: `!${command}` },
      { type: 'file', path: command, text: describeEnd(command, end), source: 'command', isMentioned: true },
    ];
  };
}
