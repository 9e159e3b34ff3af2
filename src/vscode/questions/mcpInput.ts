import * as l10n from '@vscode/l10n';
import { fieldProblem, type FormField } from '../../shared/formFields';
import { openAddress } from '../openAddress';
import { showInputBox, showQuickPick, showWarningMessage } from '../plainWindow';

/** Whether the user wants to answer a server; undefined: the question was closed. */
export async function askToAnswer(server: string, message: string): Promise<boolean | undefined> {
  const [answer, decline] = [l10n.t('Answer…'), l10n.t('Decline')];
  const text = l10n.t('The MCP server “{0}” asks: {1}', server, message.slice(0, 500));
  const chosen = await showWarningMessage(text, answer, decline);
  return chosen === undefined ? undefined : chosen === answer;
}

/** Asks for the text of one field of a form; undefined: the user cancelled. */
export async function askField(server: string, field: FormField): Promise<string | undefined> {
  const { title, description, kind, options } = field;
  const heading = l10n.t('MCP server {0}', server);
  const items =
    kind === 'boolean'
      ? [
          { label: l10n.t('Yes'), value: 'true' },
          { label: l10n.t('No'), value: 'false' },
        ]
      : options;
  if (kind === 'choices') return askForSome(field, heading);
  if (items.length > 0) {
    const placeHolder = description === undefined ? title : `${title}: ${description}`;
    const sorted = [...items].sort((a, b) => Number(b.value === field.default) - Number(a.value === field.default));
    return (await showQuickPick(sorted, { title: heading, placeHolder, ignoreFocusOut: true }))?.value;
  }
  return showInputBox({
    title: heading,
    prompt: description === undefined ? title : `${title}: ${description}`,
    value: field.default ?? '',
    ignoreFocusOut: true,
    validateInput: text => fieldProblem(field, text),
  });
}

/** Asks for values and returns them as a JSON list; repeats until they are valid. */
async function askForSome(field: FormField, title: string): Promise<string | undefined> {
  const { description, options } = field;
  const placeHolder = description === undefined ? field.title : `${field.title}: ${description}`;
  let chosen: readonly unknown[] = field.default === undefined ? [] : (JSON.parse(field.default) as unknown[]);
  for (;;) {
    const items = options.map(option => ({ ...option, picked: chosen.includes(option.value) }));
    const picked = await showQuickPick(items, { title, placeHolder, canPickMany: true, ignoreFocusOut: true });
    if (!picked) return undefined;
    chosen = picked.map(({ value }) => value);
    const text = JSON.stringify(chosen);
    const problem = fieldProblem(field, text);
    if (problem === undefined) return text;
    void showWarningMessage(problem);
  }
}

/** Asks whether to open a page that a server names, showing its host, and opens it. */
export async function askToOpen(server: string, message: string, { href, host }: URL): Promise<boolean> {
  const open = l10n.t('Open {0}', host);
  const text = l10n.t('The MCP server “{0}” asks: {1}', server, message.slice(0, 500));
  return (await showWarningMessage(text, open)) === open && openAddress(href);
}
