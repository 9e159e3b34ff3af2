import type { Completion } from '../../shared/protocol';
import type { ServerPrompt } from '../connection/mcpConnection';
import type { McpServer } from '../mcpServer';
import { visibleText } from '../../shared/hiddenCharacters';

/** What completion needs of a server. */
export type Completing = Pick<McpServer, 'name' | 'offer' | 'connection'>;

/** How many milliseconds completion waits for a server. */
const PATIENCE_MS = 1500;
const MAX_VALUES = 50;
/** The word being typed: a name after dashes, optionally with a value, quoted or not. */
const WORD = /(?:^|\s)(--[\w.-]*(?:=(?:"(?:[^"\\]|\\.)*|'[^']*|[^\s"']*))?)?$/;
const VALUE = /^--([\w.-]+)=(?:"((?:[^"\\]|\\.)*)|'([^']*)|([^\s"']*))$/;
const GIVEN = /--([\w.-]+)=(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)(?=\s))/g;

/**
 * Completions for the text after a prompt's name: the arguments not given yet, or the values that the server offers
 * for one. Before a word is begun, only required arguments are offered, so that Enter sends the prompt if none is
 * missing.
 */
export async function completePrompt(
  server: Completing,
  prompt: ServerPrompt,
  typed: string,
): Promise<readonly Completion[]> {
  const word = WORD.exec(typed)?.[1];
  if (word === undefined && !/(?:^|\s)$/.test(typed)) return [];
  const value = VALUE.exec(word ?? '');
  const given = givenIn(typed.slice(0, typed.length - (word ?? '').length));
  if (!value) return argumentsLeft(prompt, given, word ?? '');
  const [, name = '', double, single, plain] = value;
  if (!prompt.arguments.some(each => each.name === name)) return [];
  const begun = double?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '';
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const values = await server.connection
    ?.complete({ prompt: prompt.name }, { name, value: begun }, signal, given)
    .catch(() => []);
  return (values ?? [])
    .filter(isTypeable)
    .slice(0, MAX_VALUES)
    .map((each): Completion => ({
      kind: 'argument',
      insert: `--${name}="${each.replace(/["\\]/g, '\\$&')}" `,
      label: each,
      detail: name,
    }));
}

function argumentsLeft(
  { arguments: known }: ServerPrompt,
  given: Readonly<Record<string, string>>,
  word: string,
): Completion[] {
  return known.flatMap(({ name, description, isRequired }): Completion[] => {
    const insert = `--${name}="`;
    const isMeant = word === '' ? isRequired : insert.startsWith(word);
    if (name in given || !isMeant || !/^[\w.-]+$/.test(name)) return [];
    return [
      {
        kind: 'argument',
        insert,
        label: `--${name}`,
        ...(description !== undefined && { detail: visibleText(description).replace(/\s+/g, ' ').slice(0, 200) }),
        isOpen: true,
      },
    ];
  });
}

function givenIn(typed: string): Record<string, string> {
  const found = [...`${typed} `.matchAll(GIVEN)].map(([, name = '', double, single, plain]) => [
    name,
    double?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '',
  ]);
  return Object.fromEntries(found) as Record<string, string>;
}

/** Whether a value is a short single line without invisible characters, since it is inserted into the user's text. */
export function isTypeable(value: string): boolean {
  return value !== '' && value.length <= 200 && !/[\r\n\t]/.test(value) && visibleText(value) === value;
}
