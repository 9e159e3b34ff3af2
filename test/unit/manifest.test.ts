import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree, type Node } from 'jsonc-parser';
import { SETTING_ROWS } from '../../src/config/settings';
import type { BuiltinName } from '../../src/context/commands/builtinTable';

const root = join(__dirname, '..', '..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly default: unknown;
            readonly scope: string;
            readonly policy?: Policy;
            readonly enum?: readonly string[];
            readonly description?: string;
            readonly markdownDescription?: string;
            readonly enumDescriptions?: readonly string[];
          }
        >
      >;
    };
    readonly menus: Readonly<
      Record<string, readonly { readonly command?: string; readonly when?: string; readonly group?: string }[]>
    >;
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly description: string; readonly media: { readonly image: string } }[];
    }[];
  };
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines: { readonly vscode: string };
  readonly icon: string;
}

interface Text {
  readonly key: string;
  readonly value: string;
}

interface Policy {
  readonly name: string;
  readonly localization: { readonly description: Text; readonly enumDescriptions?: readonly Text[] };
}

describe('manifest', () => {
  const manifest = readJson('package.json') as Manifest;
  const strings = readJson('package.nls.json') as Readonly<Record<string, string>>;
  const commands = manifest.contributes.commands.map(({ command }) => command);

  it('has keys that move between changes wherever their conditions allow', () => {
    const { commands, keybindings } = manifest.contributes;
    for (const name of ['pollux.goToNextChange', 'pollux.goToPreviousChange']) {
      const key = keybindings.find(({ command }) => command === name);
      assert.equal(key?.when, commands.find(({ command }) => command === name)?.enablement);
    }
  });

  it('says nothing twice, of which the first would be lost', () => {
    for (const file of ['package.json', 'package.nls.json', 'package.nls.de.json']) {
      const twice: string[] = [];
      const visit = (node: Node | undefined) => {
        const keys =
          node?.type === 'object' ? (node.children ?? []).map(each => String(each.children?.[0]?.value)) : [];
        twice.push(...keys.filter((key, i) => keys.indexOf(key) < i));
        for (const child of node?.children ?? []) visit(child);
      };
      visit(parseTree(readFileSync(join(root, file), 'utf8')));
      assert.deepEqual(twice, [], file);
    }
  });

  it('names each policy after its setting, says what it is, and has it in the page for administrators', () => {
    const page = readFileSync(join(root, 'media', 'docs', 'administrators.md'), 'utf8');
    const { properties } = manifest.contributes.configuration;
    const managed = Object.entries(properties).flatMap(([key, { policy, ...setting }]) =>
      policy ? [{ key, policy, setting }] : [],
    );
    assert.ok(managed.length >= 10, String(managed.length));
    for (const { key, policy, setting } of managed) {
      const words = key.split('.').map(word => word.charAt(0).toUpperCase() + word.slice(1));
      assert.equal(policy.name, words.join(''));
      const { description, enumDescriptions = [] } = policy.localization;
      assert.equal(enumDescriptions.length, setting.enum?.length ?? 0, `${policy.name}: each value is described`);
      // The setting's own texts: VS Code translates them wherever they stand in the manifest.
      assert.deepEqual(
        [description, ...enumDescriptions].map(each => each.value),
        [setting.description ?? setting.markdownDescription, ...(setting.enumDescriptions ?? [])],
      );
      for (const { key: name, value } of [description, ...enumDescriptions]) {
        assert.ok(strings[name] !== undefined, `${policy.name}: ${name}`);
        assert.equal(value, `%${name}%`);
      }
      assert.ok(page.includes(`| \`${policy.name}\``) && page.includes(`\`${key}\``), policy.name);
    }
  });

  it('ships every bundle that is built', () => {
    const shipped = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
    assert.deepEqual(
      shipped.filter(line => line.endsWith('.js')),
      ['!dist/*.js'],
    );
  });

  it('builds every bundle that another one loads', () => {
    const dist = join(root, 'dist');
    const bundles = readdirSync(dist).filter(file => file.endsWith('.js'));
    const missing = bundles.flatMap(file => {
      const loaded = [...readFileSync(join(dist, file), 'utf8').matchAll(/require\("\.\/(\w+\.js)"\)/g)];
      return loaded.flatMap(([, name = '']) => (bundles.includes(name) ? [] : [`${file} loads ${name}`]));
    });
    assert.deepEqual(missing, []);
  });

  it('has one record of approvals, whichever bundle asks', () => {
    const dist = join(root, 'dist');
    const bundles = readdirSync(dist).filter(file => file.endsWith('.js'));
    const holding = bundles.filter(file =>
      readFileSync(join(dist, file), 'utf8').includes('This approval was used before'),
    );
    assert.deepEqual(holding, ['approvals.js']);
  });

  it('has every setting that the code reads, with the same default', () => {
    const { properties } = manifest.contributes.configuration;
    const described = Object.fromEntries(Object.entries(properties).map(([key, { default: value }]) => [key, value]));
    const read = Object.fromEntries(Object.entries(SETTING_ROWS).map(([key, row]) => [`pollux.${key}`, row.default]));
    assert.deepEqual(described, read);
    for (const [key, row] of Object.entries(SETTING_ROWS)) {
      assert.deepEqual(properties[`pollux.${key}`]?.enum, 'values' in row ? row.values : undefined, key);
    }
  });

  it('lets no workspace choose an address, a mode or a program', () => {
    const { properties } = manifest.contributes.configuration;
    for (const key of ['pollux.baseUrl', 'pollux.approvalMode']) {
      assert.equal(properties[key]?.scope, 'machine', key);
      assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(key), key);
    }
    // A remote machine, which a repository can set up, chooses none either.
    assert.equal(properties['pollux.google.redirectUri']?.scope, 'application');
  });

  it('has a text for every %key%, and a %key% for every text', () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.-]+)%"/g)].map(([, key = '']) => key));
    assert.deepEqual([...used].sort(), Object.keys(strings).sort());
  });

  it('offers the commands that others rely on', () => {
    const relied = [
      'newChat',
      'focusChat',
      'stop',
      'askSelection',
      'explainSelection',
      'fixSelection',
      'editSelection',
      'addSelection',
      'acceptEdit',
      'rejectEdit',
      'acceptAllEdits',
      'rejectAllEdits',
      'leaveChangeOut',
      'acceptChangeOnly',
      'nextChange',
      'previousChange',
      'signIn',
      'signOut',
      'setApiKey',
      'selectModel',
      'selectMode',
      'history',
      'restoreCheckpoint',
      'showLog',
    ];
    assert.deepEqual(
      relied.filter(name => !commands.includes(`pollux.${name}`)),
      [],
    );
  });

  it('has every slash command in the palette as well', () => {
    const inPalette: Readonly<Record<BuiltinName, string>> = {
      ...{ about: 'diagnoseSignIn', agents: 'listAgents', bug: 'reportIssue', chat: 'history', clear: 'newChat' },
      ...{ compress: 'compress', copy: 'copyAnswer', directory: 'showFolders', extensions: 'installExtension' },
      ...{ help: 'showHelp', hooks: 'showHooks', init: 'proposeMemory', mcp: 'listMcpServers', memory: 'showMemory' },
      ...{ mode: 'selectMode', model: 'selectModel', policies: 'explainPolicy', restore: 'restoreCheckpoint' },
      ...{
        rewind: 'rewind',
        settings: 'openSettings',
        skills: 'showContext',
        stats: 'showStatistics',
        tools: 'listTools',
      },
    };
    const hidden = manifest.contributes.menus.commandPalette?.filter(({ when }) => when === 'false') ?? [];
    const offered = commands.filter(id => !hidden.some(({ command }) => command === id));
    assert.deepEqual(
      Object.values(inPalette).filter(id => !offered.includes(`pollux.${id}`)),
      [],
    );
  });

  it('has each button of a row in the menu of the row, too, which keys can open, and nothing there twice', () => {
    const rows = manifest.contributes.menus['view/item/context'] ?? [];
    const isButton = ({ group = '' }) => group.startsWith('inline');
    const inMenu = new Set(rows.filter(row => !isButton(row)).map(({ command }) => command));
    const missing = rows.filter(row => isButton(row) && !inMenu.has(row.command));
    assert.deepEqual(
      missing.map(({ command }) => command),
      [],
    );
    const listed = rows.filter(row => !isButton(row)).map(({ command, when }) => `${command} where ${when}`);
    assert.deepEqual(
      listed.filter((each, i) => listed.indexOf(each) !== i),
      [],
    );
  });

  it('names only its own commands in menus, keys and the walkthrough', () => {
    const { menus, keybindings, walkthroughs } = manifest.contributes;
    const inMenus = Object.values(menus)
      .flat()
      .flatMap(({ command }) => command ?? []);
    const inSteps = JSON.stringify([walkthroughs, strings]).matchAll(/command:([\w.]+)/g);
    const named = [...inMenus, ...keybindings.map(({ command }) => command), ...[...inSteps].map(([, id = '']) => id)];
    assert.deepEqual(
      named.filter(command => !commands.includes(command)),
      [],
    );
  });

  it('wakes up only when it is asked for, for a terminal, or for a tab of an earlier window', () => {
    assert.deepEqual(manifest.activationEvents, [
      'onUri',
      'onFileSystem:pollux-before',
      'onFileSystem:pollux-change',
      'onTerminal:*',
      'onWebviewPanel:pollux.chatEditor',
    ]);
  });

  it('has the pictures that it names', () => {
    const { walkthroughs } = manifest.contributes;
    const pictures = [manifest.icon, ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image))];
    assert.deepEqual(
      pictures.filter(picture => !existsSync(join(root, picture))),
      [],
    );
  });

  it('is typed against the oldest editor that it supports', () => {
    const [major, minor] = manifest.engines.vscode.replace('^', '').split('.');
    assert.ok(manifest.devDependencies['@types/vscode']?.startsWith(`${major}.${minor}.`));
  });

  it('pins every dependency to one version', () => {
    const { dependencies, devDependencies } = readJson('package.json') as Record<string, Record<string, string>>;
    const isPinned = (version: string) => /^(npm:[a-z-]+@)?\d/.test(version);
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !isPinned(version));
    assert.deepEqual(loose, []);
  });
});
