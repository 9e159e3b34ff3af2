import * as vscode from 'vscode';

/** What can be chosen of a list, or the buttons of a message. */
type Offered = readonly { readonly label: string; readonly description?: string; readonly picked?: boolean }[];
type Answer = (offered: Offered) => unknown;

interface Awaited {
  readonly title: RegExp;
  readonly answer: Answer;
  readonly asked: (offered: Offered) => void;
}

type Asking = 'showQuickPick' | 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

/** Lists and messages by which VS Code asks or tells the user: nothing in an extension host can see or press them. */
export interface Questions {
  /** The texts of all messages so far. */
  readonly told: readonly string[];
  /**
   * Has the next list or message of such a title or text answered by `answer`, which gets what is offered; undefined closes
   * it. Resolves with what was offered once it was asked.
   */
  answer(title: RegExp, answer: Answer): Promise<Offered>;
}

/** For each test of the `describe` that this is called in. What no test awaits is shown as ever. */
export function useQuestions(): () => Questions {
  const window = vscode.window as unknown as Record<Asking, (...args: never[]) => Thenable<unknown>>;
  const { showQuickPick, showInformationMessage, showWarningMessage, showErrorMessage } = window;
  const before = { showQuickPick, showInformationMessage, showWarningMessage, showErrorMessage };
  let told: string[] = [];
  let awaited: Awaited[] = [];
  const take = (title: string, offered: Offered) => {
    const index = awaited.findIndex(each => each.title.test(title));
    if (index < 0) return undefined;
    const [{ answer, asked } = { answer: undefined, asked: () => undefined }] = awaited.splice(index, 1);
    asked(offered);
    return { given: answer?.(offered) };
  };
  beforeEach('answer questions', () => {
    [told, awaited] = [[], []];
    window.showQuickPick = async (items: Offered | Promise<Offered>, options: { title?: string } = {}, ...rest) => {
      const all = await items;
      const taken = take(options.title ?? '', all);
      return taken ? taken.given : before.showQuickPick(...([all, options, ...rest] as never[]));
    };
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      window[name] = async (text: string, options: unknown, ...buttons: string[]) => {
        told.push(text);
        const taken = take(
          text,
          buttons.map(label => ({ label })),
        );
        return taken ? taken.given : before[name](...([text, options, ...buttons] as never[]));
      };
    }
  });
  afterEach('ask as ever', () => Object.assign(window, before));
  return () => ({
    told,
    answer: (title, answer) => new Promise(asked => awaited.push({ title, answer, asked })),
  });
}
