import assert from 'node:assert/strict';
import { Configuration, describeProblem, isForced, type ConfigurationOptions } from '../../../src/config/configuration';
import { hostListsOf } from '../../../src/config/hostLists';
import { layerOf, type SettingsText } from '../../../src/config/settingsText';

describe('The configuration', () => {
  const textOf = (scope: SettingsText['scope'], value: unknown): SettingsText => ({
    scope,
    file: scope,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const configure = (options: Partial<ConfigurationOptions>) =>
    new Configuration({
      env: {},
      readOwn: async () => [],
      isTrusted: async () => true,
      readWorkspace: async () => [],
      readEnvFiles: async () => [],
      aliases: new Map(),
      above: () => [],
      ...options,
    });
  const loaded = async (options: Partial<ConfigurationOptions>) => {
    const configuration = configure(options);
    await configuration.load();
    return configuration;
  };
  const model = (name: string) => ({ model: { name } });

  it('is what needs no file, until files are read', () => {
    const { settings } = configure({ env: { GEMINI_MODEL: 'from-env' } });
    assert.deepEqual([settings['model.name'], settings['general.maxAttempts']], ['from-env', 4]);
  });

  it('leaves out what is for a terminal where it lists for an editor what has no effect', async () => {
    const files = { ui: { theme: 'Dracula' }, ide: { enabled: true }, experimental: { autoMemory: true } };
    const { unused, unusedInEditor } = await loaded({ readOwn: async () => [textOf('user', files)] });
    assert.match(unused ?? '', /^ui\.theme, ide\.enabled \(.*; experimental\.autoMemory \(/);
    assert.match(unusedInEditor ?? '', /^experimental\.autoMemory \(/);
  });

  it('puts the environment above all files, and flags above the environment', async () => {
    const options = { env: { GEMINI_MODEL: 'from-env' }, readOwn: async () => [textOf('system', model('file'))] };
    assert.equal((await loaded(options)).settings['model.name'], 'from-env');
    const above = () => [layerOf('flags', '--model', { 'model.name': 'from-flag' })];
    assert.equal((await loaded({ ...options, above })).settings['model.name'], 'from-flag');
  });

  it('takes from a workspace that is not trusted only what makes things stricter', async () => {
    const asked: unknown[] = [];
    const tools = { exclude: ['glob'], core: ['read_file'], allowed: ['replace'], shell: { pager: 'x' } };
    const hooks = { BeforeTool: [{ hooks: [{ command: 'x' }] }] };
    const theirs = { tools, hooks, ...model('theirs'), security: { disableYoloMode: true }, more: 1 };
    const {
      settings,
      isTrusted,
      problems,
      hooks: found,
    } = await loaded({
      isTrusted: async () => false,
      readWorkspace: async trusted => {
        asked.push(trusted);
        return [textOf('workspace', theirs), textOf('workspace', '{ broken')];
      },
      readEnvFiles: async mayUseProject => {
        asked.push(mayUseProject);
        return [];
      },
    });
    assert.deepEqual([settings['model.name'], isTrusted, asked], ['', false, [false, false]]);
    assert.deepEqual([problems, found], [[], []]);
    assert.deepEqual(settings['tools.exclude'], ['glob']);
    assert.deepEqual([settings['tools.core'], settings.toolLimits], [[], [['read_file']]]);
    assert.deepEqual([settings['tools.allowed'], settings['security.disableYoloMode']], [[], true]);
  });

  it("lets only the person's own files say that folders are trusted", async () => {
    const said: unknown[] = [];
    await loaded({
      readOwn: async () => [textOf('user', { security: { folderTrust: { enabled: false } } })],
      isTrusted: async own => {
        said.push(own['security.folderTrust.enabled']);
        return true;
      },
      readWorkspace: async () => [textOf('workspace', { security: { folderTrust: { enabled: true } } })],
    });
    assert.deepEqual(said, [false]);
  });

  it('expands settings by what .env files say, and takes the model from them', async () => {
    const env = { file: '.env', isProject: true, text: 'NAME=gemini-x\nKEY=1' };
    const { settings, variables } = await loaded({
      readOwn: async () => [textOf('user', model('$NAME'))],
      readEnvFiles: async () => [env],
    });
    assert.deepEqual([settings['model.name'], variables], ['gemini-x', { NAME: 'gemini-x', KEY: '1' }]);
    const fromEnv = await loaded({ readEnvFiles: async () => [{ ...env, text: 'GEMINI_MODEL=gemini-y' }] });
    assert.equal(fromEnv.settings['model.name'], 'gemini-y');
  });

  it('reads no .env of the project if a setting says so', async () => {
    const asked: unknown[] = [];
    const readEnvFiles = async (mayUseProject: boolean) => {
      asked.push(mayUseProject);
      return [];
    };
    await loaded({ readEnvFiles, readOwn: async () => [textOf('user', { advanced: { ignoreLocalEnv: true } })] });
    await loaded({ readEnvFiles });
    assert.deepEqual(asked, [false, true]);
  });

  it("allows the least while an administrator's file is broken", async () => {
    const { settings, problems } = await loaded({
      readOwn: async () => [
        textOf('system', '{\n "security": '),
        textOf('user', { general: { defaultApprovalMode: 'auto_edit' }, tools: { allowed: ['x'] } }),
      ],
      above: () => [layerOf('editor', 'pollux.*', { 'general.defaultApprovalMode': 'auto_edit' })],
    });
    assert.equal(settings['security.disableYoloMode'], true);
    assert.equal(settings['general.defaultApprovalMode'], 'default');
    assert.deepEqual(settings['tools.allowed'], []);
    assert.deepEqual(problems.map(describeProblem), ["system:2:14: This isn't valid JSON: value expected."]);
  });

  it('allows the least where an administrator has written what nobody can make out', async () => {
    for (const admin of [{ secureModeEnabled: 'yes' }, { network: { allowedHosts: 7 } }, { mcp: { enabled: 'no' } }]) {
      const { settings, problems } = await loaded({ readOwn: async () => [textOf('system', { admin })] });
      assert.deepEqual(
        [settings['security.disableYoloMode'], settings['admin.mcp.enabled'], problems[0]?.severity],
        [true, false, 'fatal'],
      );
      assert.deepEqual(settings['admin.network.allowedHosts'], ['a-broken-system-file.invalid']);
    }
  });

  it('lets nobody widen the hosts of an administrator', async () => {
    const hosts = (list: readonly string[]) => ({ admin: { network: { allowedHosts: list } } });
    const configuration = await loaded({
      readOwn: async () => [textOf('system', hosts(['a.example'])), textOf('user', hosts(['b.example']))],
      readWorkspace: async () => [textOf('workspace', hosts(['c.example']))],
    });
    assert.deepEqual(hostListsOf(configuration, ['d.example'], 'own'), [
      { hosts: ['a.example'], setting: 'admin.network.allowedHosts', isForced: true },
      { hosts: ['d.example'], setting: 'own' },
    ]);
  });

  it('is that of the last load, whichever ends last', async () => {
    let finish: ((texts: readonly SettingsText[]) => void) | undefined;
    const replies = [
      new Promise<readonly SettingsText[]>(resolve => (finish = resolve)),
      Promise.resolve([textOf('user', model('new'))]),
    ];
    const configuration = configure({ readOwn: async () => (await replies.shift()) ?? [] });
    const first = configuration.load();
    await configuration.load();
    finish?.([textOf('user', model('old'))]);
    await first;
    assert.equal(configuration.settings['model.name'], 'new');
  });

  it('lets the organisation of an account make things stricter, and nothing looser', async () => {
    const admin = {
      mcp: { enabled: false, config: { a: {}, b: { url: 'https://b.example' } } },
      skills: { enabled: true },
    };
    const configuration = await loaded({ readOwn: async () => [textOf('system', { admin })] });
    const theirs = {
      secureModeEnabled: true,
      mcp: { enabled: true, config: { a: { url: 'https://a.example' }, b: { url: 'https://b.example' }, c: {} } },
      extensions: { enabled: false },
      skills: { enabled: true },
    };
    configuration.control(JSON.stringify({ admin: theirs }));
    const { settings } = configuration;
    const flags = ['security.disableYoloMode', 'admin.mcp.enabled', 'admin.extensions.enabled', 'admin.skills.enabled'];
    assert.deepEqual(
      flags.map(key => settings[key as 'admin.mcp.enabled']),
      [true, false, false, true],
    );
    assert.deepEqual(settings['admin.mcp.config'], ['a https://a.example', 'b https://b.example']);
    assert.equal(isForced(configuration, 'admin.extensions.enabled'), true);
    assert.deepEqual(configuration.problems, []);
    assert.equal(configuration.texts.at(-1)?.scope, 'controls');
    configuration.control(JSON.stringify({ admin: { mcp: { config: { other: {} } } } }));
    assert.deepEqual(configuration.settings['admin.mcp.config'], [''], 'lists that share no server leave none');
    configuration.control(undefined);
    assert.equal(configuration.settings['admin.extensions.enabled'], true);
    assert.equal(isForced(configuration, 'admin.extensions.enabled'), false);
  });
});
