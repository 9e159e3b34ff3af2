import * as l10n from '@vscode/l10n';
import type { PromptTools } from '../../../agent/ports/promptTools';
import type { Workspace } from '../../../agent/ports/workspace';
import type { Tool } from '../../../agent/tool';
import { ToolError } from '../../../shared/errors';
import type { FilePart, ImagePart, Part } from '../../../shared/messages';
import { parentOf, resolveFrom } from '../../memory/paths';
import { expandMentions, MAX_MENTIONED, type MentionReader } from '../../mentions/expandMentions';
import type { MentionSource } from '../../../agent/ports/mentionSource';
import type { CommandDefinition } from './commandFile';
import { withQuotedArgs, wordsOf, type ShellKind } from './quoteArgs';
import { takesArguments, type TemplatePart } from './template';

/** The result of a command. */
export interface ShellEnd {
  readonly output: string;
  readonly exitCode: number | null;
  readonly signal?: string;
}

/**
 * Creates the tool that runs shell parts, `run_shell_command` to policy, hooks and the user. `take` gets the result.
 */
export type ShellReader = (take: (end: ShellEnd) => void) => Tool;

export interface TemplateContext {
  readonly tools: PromptTools;
  readonly reader: MentionReader;
  readonly shellReader: ShellReader;
  readonly shell: ShellKind;
  readonly sources: readonly MentionSource[];
}

export interface TypedCommand {
  readonly command: CommandDefinition;
  readonly args: string;
}

/** The maximum number of characters of a command's output in a prompt. */
const MAX_OUTPUT = 40_000;

/**
 * The prompt of a custom command. Files are read first, then shell parts run one after the other, and the arguments
 * are inserted last. Throws `ToolError` if a shell part may not run: then nothing is sent and no later part runs.
 */
export async function expandTemplate({ command, args }: TypedCommand, context: TemplateContext): Promise<Part[]> {
  const { template } = command;
  const files = await readFiles(command, context);
  const mentions = await readMentions(template, context);
  const shells = await runShells(template, args, context);
  const typed = typedValues(template, args);
  const texts = template.map((part, i) => files.texts.get(i) ?? mentions.get(i) ?? shells.get(i) ?? typed(part));
  if (args !== '' && !takesArguments(template)) texts.push(`\n\n/${command.name} ${args}`);
  const mentioned = await mentionsOf(command, args, context);
  return [{ type: 'text', text: texts.join('').trim() }, ...files.images, ...mentioned];
}

async function readFiles(command: CommandDefinition, context: TemplateContext) {
  const { tools, reader } = context;
  const texts = new Map<number, string>();
  const images: ImagePart[] = [];
  const room = { left: MAX_MENTIONED };
  for (const [i, part] of command.template.entries()) {
    if (part.kind !== 'file') continue;
    tools.signal.throwIfAborted();
    let text: string | undefined;
    let left: ToolError | undefined;
    const tool = reader({ room, liftsIgnores: false }, ({ files, skipped }) => {
      left = skipped[0]?.error;
      images.push(...files.flatMap(({ image }) => (image ? [image] : [])));
      const isOne = files.length === 1 && skipped.length === 0;
      const blocks = isOne ? files.map(file => file.text) : files.map(file => `--- ${file.display} ---\n${file.text}`);
      text = files.length === 0 ? undefined : blocks.join('\n\n');
    });
    const result = await tools.call(tool, { include: [await pathIn(command, part.path, tools.workspace)] });
    if (text === undefined) {
      const missing = left?.forPeople ?? left?.message ?? l10n.t('There is no such file.');
      const why = result.status === 'success' ? missing : (result.error ?? result.content);
      tools.notify('warning', l10n.t('{0} isn’t attached: {1}', part.source, why));
    }
    texts.set(i, text ?? part.source);
  }
  return { texts, images };
}

/** Paths in prompt files of VS Code are relative to the file; other paths, and those of no file there, to the workspace. */
async function pathIn({ format, file }: CommandDefinition, path: string, workspace: Workspace): Promise<string> {
  if (format !== 'prompt') return path;
  const beside = resolveFrom(parentOf(file) ?? '', path);
  try {
    return (await workspace.stat(await workspace.resolve(beside))) === null ? path : beside;
  } catch (error) {
    if (error instanceof ToolError) return path;
    throw error;
  }
}

/** A missing mention is reported, and its place stays empty. */
async function readMentions(template: readonly TemplatePart[], { tools, sources }: TemplateContext) {
  const texts = new Map<number, string>();
  for (const [i, part] of template.entries()) {
    if (part.kind !== 'mention') continue;
    try {
      const found = await Promise.all(sources.map(source => source.expand(part.name, tools)));
      const files = found.flatMap(parts => parts ?? []).flatMap(each => (each.type === 'file' ? [each.text] : []));
      if (files.length === 0) tools.notify('warning', l10n.t('There is no {0} here.', `@${part.name}`));
      texts.set(i, files.join('\n'));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      tools.notify('warning', error.message);
    }
  }
  return texts;
}

async function runShells(template: readonly TemplatePart[], args: string, context: TemplateContext) {
  const outputs = new Map<number, string>();
  // Arguments that can't be quoted are reported before anything runs.
  const commands = template.map(part =>
    part.kind === 'shell' ? withQuotedArgs(part.command, args, context.shell) : undefined,
  );
  for (const [i, command] of commands.entries()) {
    if (command !== undefined) outputs.set(i, await runShell(command, context));
  }
  return outputs;
}

async function runShell(command: string, { tools, shellReader }: TemplateContext): Promise<string> {
  tools.signal.throwIfAborted();
  let end: ShellEnd | undefined;
  const result = await tools.call(
    shellReader(taken => (end = taken)),
    { command },
  );
  if (end && result.status === 'success') return describeEnd(command, end);
  const why = result.status === 'rejected' ? l10n.t('You didn’t allow it.') : (result.error ?? result.content);
  const text = l10n.t('Nothing was sent: the command “{0}” didn’t run. {1}', command, why);
  throw new ToolError(result.errorType ?? result.status, text, text);
}

/** A command's output, followed by how it ended unless it succeeded. */
export function describeEnd(command: string, { output, exitCode, signal }: ShellEnd): string {
  const cut =
    output.length > MAX_OUTPUT ? `${output.slice(0, MAX_OUTPUT)}\n[cut: ${output.length} characters in all]` : output;
  if (signal !== undefined) return `${cut}\n[Shell command '${command}' terminated by signal ${signal}]`;
  return exitCode === 0 ? cut : `${cut}\n[Shell command '${command}' exited with code ${exitCode ?? 'none'}]`;
}

function typedValues(template: readonly TemplatePart[], args: string): (part: TemplatePart) => string {
  const words = wordsOf(args);
  const named = new Map<string, string>();
  for (const word of words) {
    const { 1: name, 2: value } = /^([\w-]+)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined && value !== undefined) named.set(name, value);
  }
  const inputs = new Set(template.flatMap(part => (part.kind === 'input' ? [part.name] : [])));
  return part => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'args':
        return args;
      case 'word':
        return words[part.number - 1] ?? '';
      case 'input':
        return named.get(part.name) ?? (inputs.size === 1 && args !== '' ? args : part.hint);
      case 'file':
      case 'mention':
      case 'shell':
        return '';
      default:
        return part satisfies never;
    }
  };
}

/** The content of mentions in the arguments and in the text of a Claude Code command, but not in inserted output. */
async function mentionsOf({ format, template }: CommandDefinition, args: string, context: TemplateContext) {
  const own = template.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n');
  const parts: (FilePart | ImagePart)[] = [];
  for (const [text, isTyped] of [
    [args, true],
    [format === 'claude' ? own : '', false],
  ] as const) {
    const { parts: found, problems } = await expandMentions(text, { ...context, isTyped });
    for (const problem of problems) context.tools.notify('warning', problem);
    parts.push(...found);
  }
  return parts;
}
