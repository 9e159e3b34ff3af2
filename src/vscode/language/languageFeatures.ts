import { extname } from 'node:path';
import * as vscode from 'vscode';
import type { CodeAction, CodeChange, CodePlace, LanguageFeatures } from '../../agent/ports/languageFeatures';
import type { UnwrittenTexts } from '../../agent/ports/diagnostics';
import type { Workspace } from '../../agent/ports/workspace';
import { waitFor } from '../../node/wait';
import { ToolError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';
import { changesOf } from './codeChanges';
import { placeOf, symbolsOf, workspaceSymbolOf } from './codeSymbols';
import type { VscodeDiagnostics } from './diagnostics';
import { isInTab, openDocument, uriOf } from '../documents/documents';
import { isTypescriptChecked } from './typescriptCheck';

export interface LanguageFeatureOptions {
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  readonly diagnostics: VscodeDiagnostics;
  /** How long a language extension may take to begin answering, in milliseconds. */
  readonly patienceMs?: number;
}

type Document = vscode.TextDocument;

const PATIENCE_MS = 5000;
const PAUSE_MS = 250;
// Opening a file may first have to activate its extension.
const FIRST_WORD_MS = 2000;
// Only this many actions are resolved.
const MAX_RESOLVED = 100;

/** The problems that extensions report on a file without being asked. */
async function reportsOn(file: string, diagnostics: VscodeDiagnostics, signal: AbortSignal) {
  const watch = diagnostics.watch([file]);
  try {
    const { problems } = await watch.settled(signal, { leastMs: FIRST_WORD_MS });
    return { problems: problems.filter(each => each.file === file), isChecked: watch.hasAnswered(file) };
  } finally {
    watch.end();
  }
}

/** Queries the editor's language extensions. */
export class VscodeLanguageFeatures implements LanguageFeatures {
  readonly #options: LanguageFeatureOptions;
  /** By file extension: true if an extension has answered for the language, false if none has in all the time given. */
  readonly #answering = new Map<string, boolean>();

  constructor(options: LanguageFeatureOptions) {
    this.#options = options;
  }

  problems() {
    return this.#options.diagnostics.problems();
  }

  /**
   * Some extensions check a file only while a tab shows it; for others an empty list may mean that they aren't done.
   */
  async problemsOf(file: string, signal: AbortSignal) {
    const { diagnostics } = this.#options;
    const known = diagnostics.problems([file]).filter(each => each.file === file);
    if (known.length > 0 || isInTab(file)) return { problems: known, isChecked: true };
    const checked = await this.problemsWith(new Map(), file, signal);
    return checked.isChecked ? checked : reportsOn(file, diagnostics, signal);
  }

  checksTexts(file: string): boolean {
    return isTypescriptChecked(file);
  }

  async problemsWith(texts: UnwrittenTexts, file: string, signal: AbortSignal) {
    const found = await this.#options.diagnostics.checkTexts({ before: new Map(), after: texts, also: [file] }, signal);
    const problems = found?.after.filter(each => each.file === file) ?? [];
    return { problems, isChecked: found?.checked.has(file) === true };
  }

  async definitions(place: CodePlace, signal: AbortSignal): Promise<CodePlace[]> {
    return this.#places('vscode.executeDefinitionProvider', place, signal);
  }

  async references(place: CodePlace, signal: AbortSignal): Promise<CodePlace[]> {
    return this.#places('vscode.executeReferenceProvider', place, signal);
  }

  async documentSymbols(file: string, signal: AbortSignal) {
    return this.#ask(file, signal, async ({ uri }) => symbolsOf(file, await symbolsIn(uri)));
  }

  async workspaceSymbols(query: string) {
    const found = await ask<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', query);
    return (found ?? []).map(workspaceSymbolOf);
  }

  async rename(place: CodePlace, newName: string, signal: AbortSignal): Promise<CodeChange[]> {
    return this.#ask(place.file, signal, async ({ uri }) => {
      const edit = await ask<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        uri,
        positionOf(place),
        newName,
      );
      return edit ? changesOf(edit, this.#options.workspace) : [];
    });
  }

  async format(file: string, signal: AbortSignal): Promise<CodeChange[]> {
    const document = await open(file);
    const settings = vscode.workspace.getConfiguration('editor', document);
    const options = { tabSize: settings.get('tabSize', 4), insertSpaces: settings.get('insertSpaces', true) };
    const edits = await this.#ask(file, signal, async ({ uri }) =>
      ask<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', uri, options),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits ?? []);
    return changesOf(edit, this.#options.workspace);
  }

  async actions(file: string, line: number): Promise<CodeAction[]> {
    const document = await open(file);
    const found = await actionsIn(document, rangeOfLine(document, line));
    return found.map(({ title, kind, isPreferred, disabled }) => ({
      title,
      kind: kind?.value ?? '',
      isPreferred: isPreferred ?? false,
      ...(disabled && { disabled: disabled.reason }),
    }));
  }

  async action(file: string, line: number, title: string): Promise<CodeChange[]> {
    const document = await open(file);
    const found = await actionsIn(document, rangeOfLine(document, line), undefined, MAX_RESOLVED);
    const action = found.find(each => each.title === title);
    if (!action) throw noAction(title, found);
    return this.#changesOfAction(action);
  }

  async organizeImports(file: string, signal: AbortSignal): Promise<CodeChange[]> {
    const kind = vscode.CodeActionKind.SourceOrganizeImports.value;
    const [action] = await this.#ask(file, signal, async document => actionsIn(document, wholeOf(document), kind, 1));
    return action ? this.#changesOfAction(action) : [];
  }

  /** An action's command is never run, because its effects can't be known. */
  async #changesOfAction({ title, edit, disabled }: vscode.CodeAction): Promise<CodeChange[]> {
    if (disabled) throw failure(`"${title}" can't be taken here: ${disabled.reason}`);
    if (!edit) throw failure(`"${title}" is a command of the editor, not a change of text, so it can't be reviewed.`);
    return changesOf(edit, this.#options.workspace);
  }

  async #places(command: string, place: CodePlace, signal: AbortSignal): Promise<CodePlace[]> {
    const found = await this.#ask(place.file, signal, async ({ uri }) =>
      ask<(vscode.Location | vscode.LocationLink)[]>(command, uri, positionOf(place)),
    );
    return (found ?? []).map(each =>
      'targetUri' in each
        ? placeOf(each.targetUri, each.targetSelectionRange ?? each.targetRange)
        : placeOf(each.uri, each.range),
    );
  }

  /**
   * Asks until there is an answer. The editor doesn't distinguish an empty answer from the lack of an extension; if
   * the file has symbols, an extension exists, and an empty answer is final.
   */
  async #ask<T>(file: string, signal: AbortSignal, question: (document: Document) => Promise<T>): Promise<T> {
    const document = await open(file);
    const language = extname(file);
    const deadline = Date.now() + (this.#options.patienceMs ?? PATIENCE_MS);
    for (;;) {
      const isAnswering = this.#answering.get(language) === true || (await symbolsIn(document.uri)).length > 0;
      const answer = await question(document);
      signal.throwIfAborted();
      if (isAnswering || !isEmpty(answer)) {
        this.#answering.set(language, true);
        return answer;
      }
      if (this.#answering.get(language) === false || Date.now() + PAUSE_MS > deadline) break;
      await waitFor(PAUSE_MS, signal);
    }
    this.#answering.set(language, false);
    throw new ToolError(
      'no_language_extension',
      `No language extension in this editor answers for ${document.languageId}.`,
    );
  }
}

async function open(file: string): Promise<Document> {
  try {
    return openDocument(file) ?? (await vscode.workspace.openTextDocument(uriOf(file)));
  } catch (error) {
    throw failure(`The editor can't open ${file}: ${messageOf(error)}`);
  }
}

/** Undefined if no extension answers. Extensions reject to say that something is impossible here. */
async function ask<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
  try {
    return await vscode.commands.executeCommand<T | undefined>(command, ...args);
  } catch (error) {
    throw failure(messageOf(error));
  }
}

async function symbolsIn(uri: vscode.Uri): Promise<(vscode.DocumentSymbol | vscode.SymbolInformation)[]> {
  return (
    (await ask<(vscode.DocumentSymbol | vscode.SymbolInformation)[]>('vscode.executeDocumentSymbolProvider', uri)) ?? []
  );
}

async function actionsIn(
  { uri }: Document,
  range: vscode.Range,
  kind?: string,
  resolved = 0,
): Promise<vscode.CodeAction[]> {
  const found = await ask<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind, resolved);
  return found ?? [];
}

function noAction(title: string, found: readonly vscode.CodeAction[]): ToolError {
  const titles = found.map(each => `"${each.title}"`).join(', ');
  return failure(`There is no action "${title}" here${titles === '' ? '.' : `, but ${titles}.`}`);
}

function positionOf({ line, column }: CodePlace): vscode.Position {
  return new vscode.Position(line - 1, column - 1);
}

function rangeOfLine(document: Document, line: number): vscode.Range {
  if (line > document.lineCount) throw failure(`The file has ${document.lineCount} lines.`);
  return document.lineAt(line - 1).range;
}

function wholeOf(document: Document): vscode.Range {
  return document.lineAt(document.lineCount - 1).range.with(new vscode.Position(0, 0));
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

function failure(message: string): ToolError {
  return new ToolError('language_feature_failed', message);
}
