import { parse, TomlError } from 'smol-toml';
import type { CommandFormat, CommandText, CommandTier } from '../../../agent/ports/commandFiles';
import type { FileProblem } from '../../definitionFile';
import { FrontMatterError, readFrontMatter } from '../../frontMatter';
import {
  parseClaudeTemplate,
  parsePromptTemplate,
  parseTomlTemplate,
  TemplateError,
  type TemplatePart,
} from './template';

export interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly template: readonly TemplatePart[];
  readonly tier: CommandTier;
  readonly format: CommandFormat;
  readonly extension?: string;
  readonly file: string;
  /** Keys in the file that have no effect in Pollux. */
  readonly hints?: readonly FileProblem[];
}

/** Reads one command; for an invalid file, returns where and why. */
export function readCommandFile(found: CommandText): CommandDefinition | FileProblem {
  const { file, text, error = 'It can’t be read.' } = found;
  const problem = (message: string, line?: number): FileProblem => ({
    file,
    message,
    severity: 'error',
    ...(line !== undefined && { line }),
  });
  if (text === null) return problem(error);
  try {
    const read = found.place.format === 'toml' ? readToml(text) : readMarkdown(text, found.place.format);
    const { ignored = [], ...content } = read;
    const hints = ignored.map(({ key, line }): FileProblem => ({
      file,
      line,
      severity: 'hint',
      message: `"${key}" ${NO_EFFECT[key] ?? ''}`,
    }));
    const { tier, format, extension } = found.place;
    const name = nameOf(found.path);
    if (name === '') return problem('Its name has no letter.');
    return {
      name,
      tier,
      format,
      file,
      ...(extension !== undefined && { extension }),
      ...(hints.length > 0 && { hints }),
      ...content,
    };
  } catch (failure) {
    if (failure instanceof TomlError) return problem(failure.message.split('\n', 1)[0] ?? '', failure.line);
    if (failure instanceof FrontMatterError || failure instanceof TemplateError) {
      return problem(failure.message, failure.line);
    }
    if (failure instanceof TypeError) return problem(failure.message);
    throw failure;
  }
}

type Content = Pick<CommandDefinition, 'description' | 'argumentHint' | 'template'> & {
  readonly ignored?: readonly { readonly key: string; readonly line: number }[];
};

/** Keys that commands of other agents may have, and why they have no effect. */
const NO_EFFECT: Readonly<Record<string, string>> = {
  'allowed-tools': 'allows nothing here: your rules and the mode decide what needs no question.',
  tools: 'has no effect here: the command has the tools of the chat.',
  model: 'has no effect here: the model of the chat answers.',
};

/** Throws `TypeError` or `TemplateError` if the text is not a command. */
function readToml(text: string): Content {
  const { prompt, description } = parse(text.replace(/^\uFEFF/, ''));
  if (prompt === undefined) throw new TypeError('"prompt" must be a string.');
  if (typeof prompt !== 'string' || prompt.trim() === '')
    throw new TemplateError(lineOf('prompt', text), '"prompt" must be a string.');
  if (description !== undefined && typeof description !== 'string')
    throw new TemplateError(lineOf('description', text), '"description" must be a string.');
  const begin = lineOfPrompt(text);
  try {
    return { description: listLine(description ?? ''), template: parseTomlTemplate(prompt) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new TemplateError(begin + error.line - 1, error.message);
  }
}

/** The line on which the prompt begins; a newline right after three quotation marks is not part of it. */
function lineOfPrompt(text: string): number {
  const line = lineOf('prompt', text);
  return /=\s*("""|''')\s*$/.test(text.split('\n')[line - 1] ?? '') ? line + 1 : line;
}

/** The line that assigns the key; 1 if it can't be found. */
function lineOf(key: 'prompt' | 'description', text: string): number {
  const assigned = new RegExp(`^\\s*["']?${key}["']?\\s*=`);
  return (
    Math.max(
      text.split('\n').findIndex(line => assigned.test(line)),
      0,
    ) + 1
  );
}

function readMarkdown(text: string, format: 'prompt' | 'claude'): Content {
  const isHeaded = /^\uFEFF?---\s*$/m.test(text.split('\n', 1)[0] ?? '');
  const { values, lines, body } = isHeaded
    ? readFrontMatter(text)
    : { values: new Map<string, string>(), lines: new Map<string, number>(), body: text.trim() };
  if (body === '') throw new TypeError('It says nothing.');
  const argumentHint = listLine(values.get('argument-hint') ?? '');
  const template = format === 'claude' ? parseClaudeTemplate(body) : parsePromptTemplate(body);
  const hint = argumentHint === '' ? inputHint(template) : argumentHint;
  return {
    description: listLine(values.get('description') ?? ''),
    template,
    ...(hint !== '' && { argumentHint: hint }),
    ignored: [...lines].flatMap(([key, line]) => (Object.hasOwn(NO_EFFECT, key) ? [{ key, line }] : [])),
  };
}

function inputHint(template: readonly TemplatePart[]): string {
  const names = template.flatMap(part => (part.kind === 'input' ? [part.name] : []));
  return [...new Set(names)].map(name => `${name}=…`).join(' ');
}

const MAX_LINE = 200;

/** For a list: without characters that move the cursor or change the writing direction. */
function listLine(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

/** `git/review.toml` becomes `git:review`. Characters that can't be typed in a name become underscores. */
function nameOf(path: string): string {
  const segments = path.replace(/(?:\.prompt)?\.[^.]+$/, '').split('/');
  const typed = segments.map(segment => segment.replace(/[\s:*\\\p{Cc}\p{Cf}]/gu, '_'));
  return /[\p{L}\p{N}]/u.test(typed.at(-1) ?? '') ? typed.join(':') : '';
}
