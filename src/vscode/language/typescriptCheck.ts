import { normalize } from 'node:path';
import * as vscode from 'vscode';
import type { TextProblems, UnwrittenTexts } from '../../agent/ports/diagnostics';
import type { Log } from '../../agent/ports/log';
import type { Problem } from '../../shared/problems';
import { CHECK_COMMAND, type CheckAnswer, type CheckRequest, type FoundProblem } from '../../typescript/checkRequest';

const EXTENSION = 'vscode.typescript-language-features';
const FILE = /\.[cm]?[jt]sx?$/i;
const LONGEST_MS = 8000;

/** Whether VS Code's own extension for TypeScript and JavaScript checks this file. */
export function isTypescriptChecked(file: string): boolean {
  return FILE.test(file) && vscode.extensions.getExtension(EXTENSION)?.isActive === true;
}

/**
 * Checks texts in the TypeScript server of the window, by Pollux's plugin there. Undefined if it doesn't answer: it is
 * another server, too old for the plugin, or takes too long.
 */
export async function checkWithTypescript(
  {
    before,
    after,
    also,
  }: { readonly before: UnwrittenTexts; readonly after: UnwrittenTexts; readonly also: readonly string[] },
  signal: AbortSignal,
  log: Log,
): Promise<TextProblems | undefined> {
  const names = new Map([...before.keys(), ...after.keys(), ...also].map(file => [slashed(file), file]));
  const nameOf = (file: string) => names.get(file) ?? normalize(file);
  const request: CheckRequest = { before: ofTypescript(before), after: ofTypescript(after), also: also.map(slashed) };
  const answer = await ask(request, signal, log);
  if (!answer) return undefined;
  const problems = (found: readonly FoundProblem[]) => found.map(each => problemOf(nameOf(each.file), each));
  return {
    before: problems(answer.before),
    after: problems(answer.after),
    checked: new Set(answer.checked.map(nameOf)),
  };
}

async function ask(request: CheckRequest, signal: AbortSignal, log: Log): Promise<CheckAnswer | undefined> {
  const stop = new vscode.CancellationTokenSource();
  const late = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const stopped = new Promise<undefined>(resolve => {
    late.addEventListener('abort', () => {
      stop.cancel();
      resolve(undefined);
    });
  });
  try {
    const command = ['typescript.tsserverRequest', CHECK_COMMAND, request, stop.token] as const;
    const response = vscode.commands.executeCommand<{ readonly body?: CheckAnswer } | undefined>(...command);
    return (await Promise.race([response, stopped]))?.body;
  } catch (error) {
    log.info(`TypeScript did not check texts that are not written: ${String(error)}`);
    return undefined;
  } finally {
    stop.dispose();
  }
}

function ofTypescript(texts: UnwrittenTexts): CheckRequest['after'] {
  return [...texts].filter(([file]) => FILE.test(file)).map(([file, text]) => [slashed(file), text]);
}

function problemOf(file: string, { line, column, isError, code, message }: FoundProblem): Problem {
  return { file, line, column, severity: isError ? 'error' : 'warning', message, source: 'ts', code: String(code) };
}

function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
