import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInputBox } from '../../vscode/plainWindow';

const SCHEME = 'pollux-policy';

/**
 * Shows how a command would be evaluated, and by which rule, without running it. `explain` returns this as Markdown.
 */
export class PolicyExplainer implements vscode.Disposable, vscode.TextDocumentContentProvider {
  #page = '';
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.#changed.event;

  constructor(private readonly explain: (command: string) => Promise<string>) {}

  provideTextDocumentContent(): string {
    return this.#page;
  }

  /** Asks for the command unless one is given. Resolves with the message for the chat; undefined: cancelled. */
  async run(given?: unknown): Promise<string | undefined> {
    const command = typeof given === 'string' ? given : await askForCommand();
    if (command === undefined || command.trim() === '') return undefined;
    this.#page = await this.explain(command);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t('How a command is evaluated')}.md` });
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    return l10n.t('How “{0}” is evaluated is shown next to the chat.', command.trim());
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

async function askForCommand(): Promise<string | undefined> {
  return showInputBox({
    title: l10n.t('Explain how a command is evaluated'),
    prompt: l10n.t('The command isn’t run.'),
    placeHolder: 'git push --force && rm -rf build',
  });
}
