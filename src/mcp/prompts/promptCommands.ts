import * as l10n from '@vscode/l10n';
import { visibleText } from '../../shared/hiddenCharacters';
import type { Part } from '../../shared/messages';
import { expansionOf, typedLine } from '../../shared/partsText';
import type { Completion } from '../../shared/protocol';
import type { PromptMessage, ServerContent, ServerPrompt } from '../connection/mcpConnection';
import { takenAs } from '../tools/mediaForModels';
import type { McpServer } from '../mcpServer';
import type { McpServers } from '../mcpServers';
import { completePrompt } from './promptCompletion';
import { promptArguments } from './promptArguments';
import { plainOutput } from '../tools/toolResult';

/** A server's prompt as a command that the user can type. */
export interface PromptCommand {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly description: string;
  readonly argumentHint?: string;
  readonly waits: true;
  readonly complete?: (typed: string) => Promise<readonly Completion[]>;
  readonly needsArguments: boolean;
  /** Throws an `Error` with a message for the user. */
  readonly run: (typed: string) => Promise<{ readonly kind: 'prompt'; readonly prompt: readonly Part[] }>;
}

/** How many milliseconds a server may take to return a prompt. */
const PROMPT_MS = 30_000;

/** The servers' prompts as commands: by their own names if these are free, and prefixed with the server's name. */
export function mcpCommands(servers: McpServers, taken: ReadonlySet<string>): readonly PromptCommand[] {
  const names = new Set(taken);
  return servers.all.flatMap(server =>
    server.offer.prompts.flatMap(prompt => {
      const own = plain(prompt.name);
      const whole = [':', '.'].map(between => plain(`${server.name}${between}${prompt.name}`));
      const [name, ...others] = [own, ...whole].filter(each => !names.has(each));
      if (name === undefined) return [];
      names.add(name);
      return [commandOf(server, prompt, name, others)];
    }),
  );
}

function commandOf(
  server: McpServer,
  prompt: ServerPrompt,
  name: string,
  otherNames: readonly string[],
): PromptCommand {
  const said = visible(prompt.description ?? prompt.title ?? prompt.name).slice(0, 200);
  const hints = prompt.arguments.map(each => (each.isRequired ? `--${each.name}="…"` : `[--${each.name}="…"]`));
  return {
    name,
    otherNames,
    description: l10n.t('{0} (prompt of the MCP server “{1}”)', said, server.name),
    ...(hints.length > 0 && { argumentHint: visible(hints.join(' ')) }),
    waits: true,
    needsArguments: prompt.arguments.some(({ isRequired }) => isRequired),
    ...(hints.length > 0 && { complete: (typed: string) => completePrompt(server, prompt, typed) }),
    async run(typed) {
      const args = promptArguments(prompt, typed);
      const signal = AbortSignal.timeout(PROMPT_MS);
      const { messages } = await (await server.ready(signal)).getPrompt(prompt.name, args, signal);
      return { kind: 'prompt', prompt: expansionOf(typedLine(name, typed), messages.map(partOf)) };
    },
  };
}

/** A message of the prompt as a part; a message of the model is marked as an answer. */
function partOf({ role, content }: PromptMessage): Part {
  if (content.kind === 'image' || content.kind === 'audio') {
    const mimeType = takenAs(content.mimeType);
    if (mimeType !== undefined) return { type: 'image', mimeType, data: content.data };
  }
  const text = plainOutput(textOf(content));
  return { type: 'text', text: role === 'assistant' ? `(${l10n.t('Answer')}) ${text}` : text };
}

function textOf(content: ServerContent): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'resource':
      return content.text ?? content.uri;
    case 'link':
      return content.uri;
    default:
      return `[${content.mimeType}]`;
  }
}

/** The name in characters that can be typed in a command. */
function plain(name: string): string {
  return visible(name).replace(/[^\p{L}\p{N}_.:-]+/gu, '-');
}

function visible(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ');
}
