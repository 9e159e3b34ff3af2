import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeContext, ReadTool, Tool } from '../../src/agent/tool';
import { createEditorTools } from '../../src/tools/editor/editorTools';
import { VscodeDiagnostics } from '../../src/vscode/diagnostics';
import { VscodeLanguageFeatures } from '../../src/vscode/languageFeatures';
import { createVscodeWorkspace } from '../../src/vscode/workspace';
import { makeScratch, recordingLog, removeScratch } from './window';

const patience = { longest: 5000, shortest: 5000, plausible: 5000, unknown: 50, quiet: 50 };

describe('The tools of the editor', () => {
  let folder: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;
  let diagnostics: VscodeDiagnostics;
  let tools: readonly Tool[];
  let patientTools: readonly Tool[];
  const registrations: { dispose(): unknown }[] = [];

  before(async () => {
    folder = await makeScratch();
    workspace = createVscodeWorkspace();
    diagnostics = new VscodeDiagnostics(recordingLog(), patience);
    tools = createEditorTools(new VscodeLanguageFeatures({ workspace, diagnostics, patienceMs: 300 }));
    patientTools = createEditorTools(new VscodeLanguageFeatures({ workspace, diagnostics, patienceMs: 15_000 }));
  });
  afterEach(() => {
    for (const registration of registrations.splice(0)) registration.dispose();
  });
  after(async () => {
    diagnostics.dispose();
    workspace.dispose();
    await removeScratch(folder);
  });

  const put = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const read = async (name: string, args: object, from = tools) => {
    const tool = from.find(each => each.name === name) as ReadTool;
    const context = { workspace, signal: new AbortController().signal } as unknown as ChangeContext;
    const { content } = await tool.run(args as never, context);
    return content.replaceAll(`${basename(folder)}/`, '');
  };

  it('say honestly that no extension answers for a language', async () => {
    const file = await put('a.silent', 'word\n');
    await assert.rejects(read('go_to_definition', { file_path: file, line: 1, symbol: 'word' }), {
      type: 'no_language_extension',
      message: 'No language extension in this editor answers for plaintext.',
    });
    assert.equal(vscode.window.tabGroups.all.flatMap(group => group.tabs).length, 0, 'nothing is opened');
  });

  it('wait for an extension that takes a moment to answer', async () => {
    const file = await put('a.slow', 'word\nword\n');
    let asked = 0;
    registrations.push(
      vscode.languages.registerDefinitionProvider(
        { pattern: '**/*.slow' },
        {
          provideDefinition: ({ uri }) =>
            ++asked > 1 ? new vscode.Location(uri, new vscode.Position(0, 0)) : undefined,
        },
      ),
    );
    assert.equal(await read('go_to_definition', { file_path: file, line: 2, symbol: 'word' }), 'a.slow:1:1  word');
  });

  it('take an empty answer for one where the extension knows the file', async () => {
    const file = await put('a.known', 'word\n');
    const range = new vscode.Range(0, 0, 0, 4);
    registrations.push(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: '**/*.known' },
        {
          provideDocumentSymbols: () => [new vscode.DocumentSymbol('word', '', vscode.SymbolKind.Class, range, range)],
        },
      ),
    );
    const args = { file_path: file, line: 1, symbol: 'word' };
    assert.equal(await read('go_to_definition', args), 'No definition found.');
    assert.equal(await read('document_symbols', { file_path: file }), 'a.known\n1: class word');
  });

  it('read the problems of a file that nobody has open, and of all files', async () => {
    const file = await put('a.checked', 'one\ntwo\n');
    const collection = vscode.languages.createDiagnosticCollection('checker');
    registrations.push(
      collection,
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (!uri.path.endsWith('.checked')) return;
        const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), 'no two');
        problem.source = 'checker';
        problem.code = 7;
        collection.set(uri, [problem]);
      }),
    );
    const expected = '1 problems in 1 files, 1 of them errors.\na.checked:2:1 error: no two [checker 7]';
    assert.equal(await read('get_diagnostics', { file_path: file }), expected);
    assert.match(await read('get_diagnostics', {}), /a\.checked:2:1 error: no two \[checker 7\]/);
  });

  it('ask VS Code’s own extension for CSS', async () => {
    const file = await put('a.css', ':root { --first: red }\n.a { color: var(--first) }\n');
    const at = { file_path: file, line: 2, symbol: '--first' };
    assert.equal(await read('go_to_definition', at, patientTools), 'a.css:1:9  :root { --first: red }');
    assert.equal(
      await read('find_references', at, patientTools),
      '2 references in 1 files.\na.css:1:9  :root { --first: red }\na.css:2:17  .a { color: var(--first) }',
    );
    assert.match(await read('document_symbols', { file_path: file }, patientTools), /^a\.css\n.*\n2: class \.a$/s);
  });
});
