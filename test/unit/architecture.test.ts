import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circles, importsIn, longIn, MAX_LINES, root, sources } from '../support/sourceTree';

/** What each folder of `src` may import from `src`, besides itself. A name with a slash is one file, or a folder within. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  agent: ['shared', 'policy'],
  policy: ['shared'],
  tools: ['shared', 'agent/tool', 'agent/ports', 'policy', 'config'],
  context: ['shared', 'agent/tool', 'agent/ports', 'policy', 'config'],
  hooks: ['shared', 'agent/tool', 'agent/ports', 'policy', 'config'],
  sessions: ['shared', 'agent/tool', 'agent/ports', 'policy', 'config'],
  config: ['shared', 'agent/tool', 'agent/ports', 'policy'],
  gemini: ['shared', 'agent/tool', 'agent/ports', 'config'],
  mcp: ['shared', 'agent/tool', 'agent/ports', 'config'],
  telemetry: ['shared', 'agent/tool', 'agent/ports', 'config'],
  demo: ['shared', 'agent/ports'],
  node: ['shared', 'agent/ports', 'policy/verifyApproved'],
  typescript: [],
  vscode: ['shared', 'agent/ports', 'node', 'policy/verifyApproved', 'typescript/checkRequest'],
  chat: ['shared', 'agent/session', 'agent/ports', 'context', 'sessions', 'vscode'],
};
/** Folders that may use Node; the others are JavaScript only, with their pure packages. */
const MAY_USE_NODE = ['demo', 'node', 'vscode', 'chat', 'headless', 'extension', 'extension.ts'];
const MAY_NAME_VSCODE = ['vscode', 'chat', 'extension.ts'];

/** The folder of `src` that a path lies in, or the file right below `src`. */
const folderOf = (path: string): string => path.split('/')[1] ?? '';

describe('architecture', () => {
  const imports = importsIn('src');

  it('lets each folder import only what the table allows', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      const allowed = MAY_IMPORT[from];
      if (!target.startsWith('src/') || from === to || !allowed) return false;
      return !allowed.some(each => each === to || target === `src/${each}` || target.startsWith(`src/${each}/`));
    });
    assert.deepEqual(wrong, []);
  });

  it('keeps the headless command free of the editor', () => {
    const wrong = imports.filter(
      ({ file, target }) => folderOf(file) === 'headless' && ['vscode', 'chat', 'extension'].includes(folderOf(target)),
    );
    assert.deepEqual(wrong, []);
  });

  it('names vscode only at the edge', () => {
    const wrong = imports.filter(
      ({ file, target }) => target === 'vscode' && !MAY_NAME_VSCODE.includes(folderOf(file)),
    );
    assert.deepEqual(wrong, []);
  });

  it('uses Node only where a machine is touched', () => {
    const wrong = imports.filter(
      ({ file, target }) => target.startsWith('node:') && !MAY_USE_NODE.includes(folderOf(file)),
    );
    assert.deepEqual(wrong, []);
  });

  it('names the Gemini SDK in one folder only, and loads it at one place', () => {
    const naming = imports.filter(({ target }) => target === '@google/genai').map(({ file }) => file);
    assert.deepEqual(
      naming.filter(file => folderOf(file) !== 'gemini'),
      [],
    );
    const loading = sources('src').filter(file =>
      readFileSync(join(root, file), 'utf8').includes("import('@google/genai')"),
    );
    assert.deepEqual(loading, ['src/gemini/sdk.ts']);
  });

  it('loads what speaks to Gemini CLI in terminals once it is spoken to, not with every terminal', () => {
    const companion = 'src/extension/companion/windowCompanion.ts';
    assert.match(
      readFileSync(join(root, companion), 'utf8'),
      /await import\('\.\.\/\.\.\/mcp\/companion\/ideSessions'\)/,
    );
    assert.match(readFileSync(join(root, 'esbuild.js'), 'utf8'), /^ +ideSessions: .*$/m, 'it is a bundle of its own');
  });

  it("names Google's sign-in library in one folder only, and loads it at one place", () => {
    const naming = imports.filter(({ target }) => target === 'google-auth-library').map(({ file }) => dirname(file));
    assert.deepEqual([...new Set(naming)], ['src/node/credentials']);
    const loading = sources('src').filter(file =>
      readFileSync(join(root, file), 'utf8').includes("import('google-auth-library')"),
    );
    assert.deepEqual(loading, ['src/node/credentials/authLibrary.ts']);
  });

  it('lets every request leave through the egress', () => {
    // What makes its own connections tells the egress first; the last ones only serve or tunnel for those.
    const allowed = [
      'src/node/egress/networkEgress.ts',
      'src/node/web/safeFetch.ts',
      // Send what the egress has let out.
      ...['src/node/mcp/serverFetch.ts', 'src/node/web/directFetch.ts'],
      ...['src/node/web/fetchTo.ts', 'src/node/web/requestTo.ts'],
      'src/node/web/proxy/ownRequest.ts',
      'src/node/web/proxy/tunnel.ts',
      // What commands ask for is theirs, not ours; it goes by the hosts that the user opened to them.
      'src/node/sandbox/networkProxy.ts',
    ];
    const leaves =
      /(?<![.\w#'"`])(?:globalThis\.)?fetch\(|globalThis\.fetch(?!;)|\bnew (?:WebSocket|ClientRequest|EventSource)\(|(?<![.\w#])(?:request|connect)\(\{ \.\.\./;
    const own = /\bconst fetch\b|\bfetch(?:: [\w.]+)?[,)}]|\{[^}]*\bfetch\b[^}]*\} = /;
    const naming = sources('src').filter(file => {
      const code = readFileSync(join(root, file), 'utf8').replace(
        /\/\*[\s\S]*?\*\/|\/\/.*$|async fetch\(|\bfetch\(\w+: /gm,
        '',
      );
      return leaves.test(code) && !own.test(code);
    });
    assert.deepEqual(
      naming.filter(file => !allowed.includes(file)),
      [],
    );
    const connecting = imports
      .filter(({ target }) => /^(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?|undici)$/.test(target))
      .map(({ file }) => file);
    const known = [
      ...allowed,
      // Take connections of this machine.
      ...['src/demo/demoServer.ts', 'src/extension/companion/ideHttp.ts'],
      ...['src/node/credentials/callbackServer.ts', 'src/node/mcp/signInLanding.ts'],
      // Asks whether a collector of this machine is there at all, before anything goes to it.
      'src/node/telemetry/telemetryPorts.ts',
      // Pipes of a command.
      'src/node/process/processRunner.ts',
      // Looks names up whose addresses are checked before anything goes there.
      'src/node/web/pinnedNames.ts',
      // Proxies for the global `fetch`, and what an address is.
      ...['src/node/web/proxy/fetchThroughProxies.ts', 'src/node/web/addresses.ts', 'src/node/mcp/signInFetch.ts'],
    ];
    assert.deepEqual(
      [...new Set(connecting)].filter(file => !known.includes(file)),
      [],
    );
  });

  it('lets the panel see nothing but what both halves share', () => {
    const wrong = importsIn('webview').filter(
      ({ target }) =>
        target === 'vscode' ||
        target.startsWith('node:') ||
        (target.startsWith('src/') && !target.startsWith('src/shared/')) ||
        target.startsWith('test/'),
    );
    assert.deepEqual(wrong, []);
  });

  it('lets one module touch the widget toolkit', () => {
    const files = importsIn('webview').filter(({ target }) => target.startsWith('@vscode/webview-ui-toolkit'));
    assert.deepEqual([...new Set(files.map(({ file }) => file))], ['webview/components/ui/controls.tsx']);
  });

  it('lets nothing approve but the policy and what runs calls', () => {
    const minting = imports.filter(({ target }) => target === 'src/policy/approvals').map(({ file }) => dirname(file));
    assert.deepEqual([...new Set(minting)].toSorted(), ['src/agent/calls', 'src/policy']);
    const passedOn = /export\s*(?:\*|\{([^}]*)\})\s*from\s*'[^']*\/approvals'/g;
    for (const file of sources('src')) {
      for (const [, names] of readFileSync(join(root, file), 'utf8').matchAll(passedOn)) {
        assert.deepEqual(
          [file, names?.trim()],
          ['src/policy/verifyApproved.ts', 'applyAllOnce, applyOnce, approvedEdits, undoOf, verifyApproved'],
        );
      }
    }
  });

  it('puts words into notifications, lists, boxes and comments where they are made plain', () => {
    // What VS Code reads links, commands or icons in. What is new here goes through plainWindow.ts or plainComments.ts as well.
    const surfaces =
      /vscode\.(?:window\.(?:show(?:Information|Warning|Error)Message|showQuickPick|showInputBox|createQuickPick|createInputBox|createStatusBarItem|setStatusBarMessage|withProgress|showWorkspaceFolderPick|createTreeView|registerTreeDataProvider)|MarkdownString|TreeItem\b|CodeLens\b|InlayHint\b|Hover\b|CommentThread\b|FileDecoration\b|TestMessage\b|comments\.createCommentController|chat\.createChatParticipant|languages\.(?:createLanguageStatusItem|registerHoverProvider|registerInlayHintsProvider))|\bhoverMessage\b|'vscode\.(?:diff|changes)'/g;
    const taken =
      /\bwindow\b[^;]*\}\s*=\s*vscode\b|import\s*\{[^}]*\b(?:window|MarkdownString|TreeItem|CodeLens)\b[^}]*\}\s*from\s*'vscode'|(?:=|\(|,)\s*vscode\.window\s*[;,)]/;
    const found = sources('src').flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(surfaces), ...(taken.exec(text) ? [['vscode.window as a value']] : [])].map(
        ([name]) => `${file}: ${name}`,
      );
    });
    assert.deepEqual(
      found.filter(each => !/^src\/vscode\/plain(?:Window|Comments)\.ts: /.test(each)),
      [],
    );
    assert.ok(found.length > 5, 'the pattern finds what it is to find');
  });

  it('lists every other place where VS Code shows a name that Pollux sets', () => {
    // Not through plainWindow.ts, because they take no links; what comes from outside is made plain at each of them.
    const names =
      /vscode\.(?:window\.(?:createTerminal|createOutputChannel|createWebviewPanel|createTextEditorDecorationType)|scm\.createSourceControl|CodeAction|Diagnostic|CompletionItem|TerminalLink|DocumentLink|SymbolInformation)\(|\bpanel\.title =|\bview\.(?:title|message|description) =|\.report\(\{|\bbadge = /g;
    const found = sources('src').flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(names)].map(([name]) => `${file}: ${name}`),
    );
    assert.deepEqual([...new Set(found)].toSorted(), [
      // Titles of chats, names of terminals and servers, and descriptions of views pass `plainText` there.
      'src/chat/commands/selectionPrompts.ts: vscode.CodeAction(',
      'src/chat/surfaces/chatTab.ts: panel.title =',
      'src/chat/surfaces/chatTabs.ts: vscode.window.createWebviewPanel(',
      'src/chat/surfaces/chatView.ts: badge = ',
      'src/vscode/changes/changeGutter.ts: vscode.scm.createSourceControl(',
      // Without text of its own.
      'src/vscode/changes/notebookMarks.ts: vscode.window.createTextEditorDecorationType(',
      'src/vscode/log.ts: vscode.window.createOutputChannel(',
      'src/vscode/serverLogs.ts: vscode.window.createOutputChannel(',
      'src/vscode/terminal/terminalMirror.ts: vscode.window.createTerminal(',
      'src/vscode/views/rowsView.ts: view.description =',
    ]);
    for (const file of [
      'chat/surfaces/chatTab',
      'vscode/views/rowsView',
      'vscode/serverLogs',
      'vscode/terminal/terminalMirror',
    ])
      assert.match(readFileSync(join(root, `src/${file}.ts`), 'utf8'), /\bplain(?:Text|Label)\(/, file);
  });

  it('uses the shared temporary folder for its own files in only one place', () => {
    const shared = /\btmpdir\(|\bmkdtemp\w*\(|XDG_RUNTIME_DIR|\benv\.(?:TMPDIR|TEMP|TMP)\b|['"]\/(?:var\/)?tmp\b/g;
    const found = sources('src').flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(shared)].map(([name]) => `${file}: ${name}`),
    );
    assert.deepEqual([...new Set(found)].toSorted(), [
      // Gemini CLI looks for it there. Its directories are checked.
      'src/extension/companion/discoveryFile.ts: tmpdir(',
      // What the whole process may write to under macOS's sandbox.
      'src/headless/runElsewhere.ts: tmpdir(',
      'src/node/doctor/folderChecks.ts: tmpdir(',
      // Each beside or in a directory that is ours.
      'src/node/files/ownFolder.ts: mkdtemp(',
      ...['mkdtempSync(', 'tmpdir('].map(name => `src/node/files/temporaryRoot.ts: ${name}`),
      'src/node/process/outputFiles.ts: mkdtemp(',
      // Names inside the sandbox, where both are the command's own, and a variable that is taken away.
      ...["'/tmp", "'/var/tmp"].map(name => `src/node/sandbox/bubblewrap.ts: ${name}`),
      "src/node/sandbox/commandSandbox.ts: '/tmp",
      // In the home folder, and gone at once.
      'src/node/sandbox/contained.ts: mkdtempSync(',
      'src/node/sandbox/insideEnvironment.ts: XDG_RUNTIME_DIR',
    ]);
  });

  it('lets no function or class grow beyond what can be read in one go', () => {
    assert.deepEqual([...sources('src'), ...sources('webview')].flatMap(longIn), []);
  }).timeout(60_000);

  it('keeps extension.ts a table of contents', () => {
    const lines = readFileSync(join(root, 'src/extension.ts'), 'utf8').split('\n').length - 1;
    assert.ok(lines < MAX_LINES, `${lines} lines`);
  });

  it('exports by name, without files that only pass on', () => {
    const others = [...sources('src'), ...sources('webview')].filter(file =>
      /^export (?:default|\*)/m.test(readFileSync(join(root, file), 'utf8')),
    );
    assert.deepEqual(others, []);
  });

  it('has no circle of imports', () => {
    assert.deepEqual(circles('src'), []);
    // An agent's answers consist of calls, and a call may be an agent.
    assert.deepEqual(circles('webview'), [
      'webview/components/calls/agentBody',
      'webview/components/calls/toolCard',
      'webview/components/transcript/answer',
      'webview/components/transcript/steps',
    ]);
  });

  it('knows tools by what they say of themselves, and by their names in few places', () => {
    const names =
      /'(?:read_file|read_many_files|write_file|replace|run_shell_command|search_file_content|list_directory|web_fetch|google_web_search|save_memory|write_todos|activate_skill|ask_user|enter_plan_mode|exit_plan_mode)'/;
    const allowed = [
      // Rules and settings name tools, as people write them.
      ...[
        'src/policy/',
        'src/config/',
        'src/context/agents/',
        'src/headless/commands/explain.ts',
        'src/headless/mcp/serveMcp.ts',
      ],
      ...['src/extension/windowCommands.ts', 'src/context/mentions/toolMentions.ts'],
      // A model that calls them, as models do.
      'src/demo/',
      // What is exported has names of a closed list.
      'src/telemetry/tables.ts',
      // Not the tool, but a way to write.
      'src/vscode/terminal/terminalWindow.ts',
    ];
    const naming = [...sources('src'), ...sources('webview')].filter(
      file => !file.startsWith('src/tools/') && names.test(readFileSync(join(root, file), 'utf8')),
    );
    assert.deepEqual(
      naming.filter(file => !allowed.some(each => file.startsWith(each))),
      [],
    );
    assert.deepEqual(
      allowed.filter(each => !naming.some(file => file.startsWith(each))),
      [],
    );
  });

  it('keeps what ships free of the tests', () => {
    assert.deepEqual(
      imports.filter(({ target }) => target.startsWith('test/')),
      [],
    );
  });
  it('lets the budget of fuzzing reach every random test', () => {
    const without = readdirSync(join(root, 'test', 'fuzz')).filter(name => {
      const code = readFileSync(join(root, 'test', 'fuzz', name), 'utf8');
      const count = (what: RegExp) => code.match(what)?.length ?? 0;
      return count(/\bfc\.assert\(/g) > count(/\bnumRuns[:,]? /g);
    });
    assert.deepEqual(without, []);
  });
});
