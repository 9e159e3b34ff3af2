import { withoutColours } from '../shared/colours';
import * as l10n from '@vscode/l10n';
import type { Message, Part, ToolResult, ToolResultStatus } from '../shared/messages';
import { redactKeys } from '../shared/redact';
import { redactKeysIn } from '../shared/redactRecord';

export interface ExportedChat {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly Message[];
}

/** The conversation as the user sees it, as Markdown, with keys redacted. */
export function chatAsMarkdown({ title, messages }: ExportedChat): string {
  const blocks = [`# ${oneLine(title)}`, ...messages.flatMap(blocksOf)];
  return redactKeys(`${blocks.join('\n\n')}\n`);
}

/** The whole conversation, including everything the model was told, as JSON, with keys redacted. */
export function chatAsJson({ id, title, messages }: ExportedChat): string {
  const chat = redactKeysIn({ format: 'pollux-chat', version: 1, id, title, messages });
  return `${JSON.stringify(chat, undefined, 2)}\n`;
}

function blocksOf(message: Message): string[] {
  switch (message.role) {
    case 'user':
      return message.isContext ? [] : [`## ${l10n.t('You')}`, ...message.parts.flatMap(partBlocks)];
    case 'assistant': {
      const parts = message.parts.flatMap(partBlocks);
      return parts.length > 0 ? ['## Pollux', ...parts] : [];
    }
    case 'tool':
      return message.results.flatMap(resultBlocks);
    case 'notice':
      return [...(message.answers === undefined ? [] : [fenced(message.answers)]), quoted(message.text)];
    default:
      return message satisfies never;
  }
}

function partBlocks(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return [(part.typed ?? part.text).trim()].filter(Boolean);
    case 'file':
      return [quoted(l10n.t('Attached: {0}', lines(part.path, part.startLine, part.endLine)))];
    case 'image':
      return [quoted(l10n.t('Attached: {0}', part.mimeType))];
    case 'thought':
    case 'toolCall':
    case 'opaque':
      return [];
    default:
      return part satisfies never;
  }
}

function resultBlocks({ title, status, error, display }: ToolResult): string[] {
  const head = quoted([`**${oneLine(title)}**`, statusText(status), error ?? ''].filter(Boolean).join(' · '));
  if (display?.type === 'command' && display.output.trim() !== '')
    return [head, fenced(withoutColours(display.output))];
  return [head];
}

function statusText(status: ToolResultStatus): string {
  const texts = {
    success: l10n.t('Done'),
    error: l10n.t('Failed'),
    rejected: l10n.t('Rejected'),
    cancelled: l10n.t('Cancelled'),
  };
  return texts[status];
}

function lines(path: string, start?: number, end?: number): string {
  return start === undefined ? path : `${path}:${start}-${end ?? start}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** Uses a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n+$/, '')}\n${fence}`;
}
