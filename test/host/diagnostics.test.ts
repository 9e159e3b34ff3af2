import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { withFreshProblems } from '../../src/agent/calls/freshProblems';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import type { EditProposal } from '../../src/shared/proposals';
import { VscodeDiagnostics, type DiagnosticsPatience } from '../../src/vscode/language/diagnostics';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { approved, closeAllTabs, makeScratch, recordingLog, removeScratch } from './window';

const LONG = 15_000;

describe('Fresh problems after a change', () => {
  let folder: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;
  let checker: vscode.DiagnosticCollection;
  const registrations: { dispose(): unknown }[] = [];

  before(async () => {
    folder = await makeScratch();
    workspace = createVscodeWorkspace();
    checker = vscode.languages.createDiagnosticCollection('checker');
  });
  after(async () => {
    checker.dispose();
    workspace.dispose();
    await removeScratch(folder);
  });
  afterEach(async () => {
    for (const registration of registrations.splice(0)) registration.dispose();
    checker.clear();
    await closeAllTabs();
  });

  /** A language server of one rule: no line may read `bad`. It looks at a text `steps` turns after it changed. */
  function startChecker(steps = 1): void {
    const check = async (document: vscode.TextDocument) => {
      const { uri, lineCount } = document;
      if (!uri.path.endsWith('.checked')) return;
      for (let step = 0; step < steps; step++) await new Promise(resolve => setImmediate(resolve));
      const lines = Array.from({ length: lineCount }, (_, i) => document.lineAt(i)).filter(
        ({ text }) => text === 'bad',
      );
      checker.set(
        uri,
        lines.map(({ range }) => new vscode.Diagnostic(range, 'bad line')),
      );
    };
    registrations.push(
      vscode.workspace.onDidOpenTextDocument(document => void check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => void check(document)),
    );
  }

  function watchProblems(patience: Partial<DiagnosticsPatience> = {}): VscodeDiagnostics {
    const all = { longest: LONG, shortest: LONG, plausible: LONG, unknown: 1, quiet: 50, ...patience };
    const diagnostics = new VscodeDiagnostics(recordingLog(), all);
    registrations.push(diagnostics);
    return diagnostics;
  }

  const change = async (diagnostics: VscodeDiagnostics, file: string, before: string, after: string) => {
    const edit: EditProposal = { kind: 'edit', path: basename(file), file, before, after };
    const writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
    const output = await withFreshProblems({ workspace, diagnostics }, edit, new AbortController().signal, async () => {
      await writer.write(approved(edit));
      return { content: 'done' };
    });
    return output.content.replaceAll(`${basename(folder)}/`, '');
  };
  const put = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };

  it('are those of the text as it is now, without the ones that moved', async () => {
    startChecker();
    const file = await put('a.checked', 'good\nbad\n');
    const diagnostics = watchProblems();
    const { uri } = await vscode.workspace.openTextDocument(file);
    await reported(uri);
    const content = await change(diagnostics, file, 'good\nbad\n', 'bad\ngood\nbad\n');
    assert.equal(content, 'done\nNew problems since this change (1):\na.checked:1:1 error: bad line');
    assert.equal(
      await change(diagnostics, file, 'bad\ngood\nbad\n', 'good\n'),
      'done\nProblems that this change fixed: 2.',
    );
  });

  it('come from an extension that answers late', async () => {
    startChecker(50);
    const file = await put('late.checked', 'good\n');
    const diagnostics = watchProblems();
    const { uri } = await vscode.workspace.openTextDocument(file);
    await reported(uri);
    const content = await change(diagnostics, file, 'good\n', 'good\nbad\n');
    assert.equal(content, 'done\nNew problems since this change (1):\nlate.checked:2:1 error: bad line');
  });

  it('are told from old ones in a file that was opened while the person decided', async () => {
    startChecker();
    const file = await put('prepared.checked', 'bad\n');
    const diagnostics = watchProblems();
    diagnostics.prepare([file]);
    await reported(vscode.Uri.file(file));
    const content = await change(diagnostics, file, 'bad\n', 'good\nbad\n');
    assert.equal(content, 'done');
  });

  it('are uncertain where nobody had looked at the file before', async () => {
    startChecker();
    checker.set(vscode.Uri.file(join(folder, 'other.checked')), [
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'x'),
    ]);
    const file = await put('closed.checked', 'bad\n');
    const content = await change(watchProblems(), file, 'bad\n', 'good\nbad\n');
    assert.equal(
      content,
      'done\nProblems in lines that did not change, which may be old (1):\nclosed.checked:2:1 error: bad line',
    );
  });

  it('are not waited for where nobody checks the language', async () => {
    const file = await put('a.unchecked', 'one\n');
    assert.equal(await change(watchProblems(), file, 'one\n', 'two\n'), 'done');
  });

  it('are reported as missing where whoever checks the language stays silent', async () => {
    const file = await put('silent.checked', 'one\n');
    checker.set(vscode.Uri.file(join(folder, 'other.checked')), [
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'x'),
    ]);
    const diagnostics = watchProblems({ longest: 100, shortest: 1 });
    const content = await change(diagnostics, file, 'one\n', 'one\ntwo\n');
    assert.match(content, /\nTimed out: the editor has said nothing about silent\.checked yet/);
  });

  /** Resolves when the checker has said something about a file. */
  function reported(uri: vscode.Uri): Promise<void> {
    return new Promise(resolve => {
      if (checker.has(uri)) resolve();
      const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (!uris.some(each => each.toString() === uri.toString())) return;
        subscription.dispose();
        resolve();
      });
    });
  }
});
