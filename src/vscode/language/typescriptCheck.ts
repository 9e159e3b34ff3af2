import { normalize } from 'node:path';
import * as vscode from 'vscode';
import type { CheckTexts, TextProblems, UnwrittenTexts } from '../../agent/ports/diagnostics';
import type { Log } from '../../agent/ports/log';
import { waitFor } from '../../node/wait';
import { messageOf } from '../../shared/messageOf';
import type { Problem } from '../../shared/problems';
import { openDocument } from '../documents/documents';
import { CHECK_COMMAND, type CheckAnswer, type CheckRequest, type FoundProblem } from '../../typescript/checkRequest';

const EXTENSION = 'vscode.typescript-language-features';
const REQUEST = 'typescript.tsserverRequest';
const FILE = /\.[cm]?[jt]sx?$/i;
const LONGEST_MS = 8000;
const PAUSE_MS = 250;
/** A server that let this many requests in a row wait too long is not asked again. */
const MAX_SILENCES = 3;

/** Whether VS Code's own extension for TypeScript and JavaScript checks this file. */
export function isTypescriptChecked(file: string): boolean {
  return FILE.test(file) && vscode.extensions.getExtension(EXTENSION) !== undefined;
}

/**
 * Checks texts in the TypeScript server of the window, by Pollux's plugin there. The documents have to be open. There is
 * no answer if it is another server, too old for the plugin, or too slow.
 */
export class TypescriptCheck {
  #silences = 0;
  #isThere: Promise<boolean> | undefined;

  constructor(private readonly log: Log) {}

  readonly check: CheckTexts = async ({ before, after, also = [] }, signal) => {
    // Without a document, there is no project and no plugin.
    const hasDocument = vscode.workspace.textDocuments.some(({ uri }) => isTypescriptChecked(uri.path));
    if (!hasDocument || this.#silences >= MAX_SILENCES || !(await (this.#isThere ??= hasServer()))) return undefined;
    const names = new Map([...before.keys(), ...after.keys(), ...also].map(file => [slashed(file), file]));
    const request: CheckRequest = { before: ofTypescript(before), after: ofTypescript(after), also: also.map(slashed) };
    const late = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    const hasOpenFile = [...after.keys(), ...also].some(file => openDocument(file) !== undefined);
    const answer = await this.#answerTo(request, hasOpenFile, late);
    if (!signal.aborted) this.#silences = answer ? 0 : this.#silences + 1;
    return answer && problemsIn(answer, file => names.get(file) ?? normalize(file));
  };

  /** Asks until the server, which may be starting, knows the project of the files; new files may have none. */
  async #answerTo(request: CheckRequest, hasOpenFile: boolean, late: AbortSignal): Promise<CheckAnswer | undefined> {
    const stop = new vscode.CancellationTokenSource();
    const stopped = new Promise<undefined>(resolve => {
      late.addEventListener('abort', () => {
        stop.cancel();
        resolve(undefined);
      });
    });
    let failure = 'no answer in time';
    const ask = (): Promise<CheckAnswer | undefined> =>
      requestOf(request, stop.token).catch((error: unknown) => void (failure = messageOf(error)));
    try {
      while (!late.aborted) {
        const answer = await Promise.race([ask(), stopped]);
        if (answer && (answer.checked.length > 0 || !hasOpenFile)) return answer;
        await waitFor(PAUSE_MS, late);
      }
    } finally {
      stop.dispose();
    }
    this.log.info(`TypeScript did not check texts that are not written: ${failure}`);
    return undefined;
  }
}

/** False: the extension is there, but another one checks in its place. */
async function hasServer(): Promise<boolean> {
  await vscode.extensions.getExtension(EXTENSION)?.activate();
  return (await vscode.commands.getCommands(true)).includes(REQUEST);
}

async function requestOf(request: CheckRequest, token: vscode.CancellationToken): Promise<CheckAnswer | undefined> {
  const command = [REQUEST, CHECK_COMMAND, request, token] as const;
  const response = await vscode.commands.executeCommand<{ readonly body?: CheckAnswer } | undefined>(...command);
  return response?.body;
}

function problemsIn(answer: CheckAnswer, nameOf: (file: string) => string): TextProblems {
  const problems = (found: readonly FoundProblem[]) => found.map(each => problemOf(nameOf(each.file), each));
  return {
    before: problems(answer.before),
    after: problems(answer.after),
    checked: new Set(answer.checked.map(nameOf)),
  };
}

function problemOf(file: string, { line, column, isError, code, message }: FoundProblem): Problem {
  return { file, line, column, severity: isError ? 'error' : 'warning', message, source: 'ts', code: String(code) };
}

function ofTypescript(texts: UnwrittenTexts): CheckRequest['after'] {
  return [...texts].filter(([file]) => FILE.test(file)).map(([file, text]) => [slashed(file), text]);
}

function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
