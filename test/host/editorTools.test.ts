import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeContext, ChangeTool, ReadTool, Tool } from '../../src/agent/tool';
import type { EditsProposal } from '../../src/shared/proposals';
import { createEditorTools } from '../../src/tools/editor/editorTools';
import { VscodeDiagnostics } from '../../src/vscode/language/diagnostics';
import { VscodeLanguageFeatures } from '../../src/vscode/language/languageFeatures';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
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

  const propose = async (name: string, args: object, from = tools) => {
    const tool = from.find(each => each.name === name) as ChangeTool;
    const context = { workspace, signal: new AbortController().signal } as unknown as ChangeContext;
    return (await tool.propose(args as never, context)) as EditsProposal;
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
    const args = { file_path: file, line: 2, symbol: 'word' };
    assert.equal(await read('go_to_definition', args, patientTools), 'a.slow:1:1  word');
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

  it('propose what an extension renames, in every file and with each file’s line endings', async () => {
    const [first, second] = [await put('a.named', 'old\r\nx\nold\n'), await put('b.named', 'an old one\n')];
    registrations.push(
      vscode.languages.registerRenameProvider(
        { pattern: '**/*.named' },
        {
          provideRenameEdits(_document, _position, newName) {
            const edit = new vscode.WorkspaceEdit();
            edit.replace(vscode.Uri.file(first), new vscode.Range(2, 0, 2, 3), newName);
            edit.replace(vscode.Uri.file(first), new vscode.Range(0, 0, 0, 3), newName);
            edit.replace(vscode.Uri.file(second), new vscode.Range(0, 3, 0, 6), newName);
            return edit;
          },
        },
      ),
    );
    const { edits } = await propose('rename_symbol', { file_path: first, line: 1, symbol: 'old', new_name: 'fresh' });
    assert.deepEqual(
      edits.map(({ file, before, after }) => [basename(file), before, after]),
      [
        ['a.named', 'old\r\nx\nold\n', 'fresh\r\nx\nfresh\n'],
        ['b.named', 'an old one\n', 'an fresh one\n'],
      ],
    );
    assert.equal(await readFile(second, 'utf8'), 'an old one\n');
  });

  it('refuse what is more than text', async () => {
    const file = await put('a.moved', 'old\n');
    registrations.push(
      vscode.languages.registerRenameProvider(
        { pattern: '**/*.moved' },
        {
          provideRenameEdits({ uri }, _position, newName) {
            const edit = new vscode.WorkspaceEdit();
            edit.replace(uri, new vscode.Range(0, 0, 0, 3), newName);
            edit.renameFile(uri, vscode.Uri.file(join(folder, 'b.moved')));
            return edit;
          },
        },
      ),
    );
    const args = { file_path: file, line: 1, symbol: 'old', new_name: 'fresh' };
    await assert.rejects(propose('rename_symbol', args), { type: 'language_feature_failed' });
  });

  it('pass on why an extension refuses', async () => {
    const file = await put('a.refused', 'old\n');
    registrations.push(
      vscode.languages.registerRenameProvider(
        { pattern: '**/*.refused' },
        { provideRenameEdits: () => Promise.reject(new Error('This can not be renamed.')) },
      ),
    );
    const args = { file_path: file, line: 1, symbol: 'old', new_name: 'fresh' };
    await assert.rejects(propose('rename_symbol', args), /This can not be renamed\./);
  });

  it('list and propose code actions, but run no command', async () => {
    const file = await put('a.fixed', 'old\n');
    registrations.push(
      vscode.languages.registerCodeActionsProvider(
        { pattern: '**/*.fixed' },
        {
          provideCodeActions({ uri }) {
            const fix = new vscode.CodeAction('Fix it', vscode.CodeActionKind.QuickFix);
            fix.edit = new vscode.WorkspaceEdit();
            fix.edit.replace(uri, new vscode.Range(0, 0, 0, 3), 'fixed');
            const imports = new vscode.CodeAction('Organize', vscode.CodeActionKind.SourceOrganizeImports);
            imports.edit = new vscode.WorkspaceEdit();
            imports.edit.insert(uri, new vscode.Position(0, 0), 'import\n');
            const run = new vscode.CodeAction('Run it', vscode.CodeActionKind.QuickFix);
            run.command = { command: 'workbench.action.closeAllEditors', title: '' };
            return [fix, imports, run];
          },
        },
      ),
    );
    const args = { file_path: file, line: 1 };
    assert.match(await read('list_code_actions', args), /^Fix it \(quickfix\)$/m);
    const fixed = await propose('apply_code_action', { ...args, title: 'Fix it' });
    assert.equal(fixed.edits[0]?.after, 'fixed\n');
    const organized = await propose('organize_imports', { file_path: file });
    assert.equal(organized.edits[0]?.after, 'import\nold\n');
    const command = propose('apply_code_action', { ...args, title: 'Run it' });
    await assert.rejects(command, { type: 'language_feature_failed' });
    await assert.rejects(propose('apply_code_action', { ...args, title: 'Nothing' }), /but .*"Fix it"/);
  });

  it('format a file as the editor would', async () => {
    const file = await put('a.json', '{"a":1}');
    const { edits } = await propose('format_file', { file_path: file }, patientTools);
    assert.match(edits[0]?.after ?? '', /^\{\n\s+"a": 1\n\}$/);
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
