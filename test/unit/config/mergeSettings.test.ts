import assert from 'node:assert/strict';
import { GEMINI_ROWS } from '../../../src/config/geminiSettings';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { commandEnvironmentOf } from '../../../src/config/settingsByPurpose';
import { layerOf, parseSettings, type Scope } from '../../../src/config/settingsText';

describe('Settings, merged,', () => {
  const merge = (texts: Partial<Record<Scope, unknown>>, env: Readonly<Record<string, string>> = {}) =>
    mergeSettings(
      Object.entries(texts).map(([scope, value]) =>
        parseSettings({ scope: scope as Scope, file: `${scope}.json`, text: JSON.stringify(value) }),
      ),
      env,
    );

  it('are the defaults if nobody sets any', () => {
    const { settings, problems, origins } = mergeSettings([], {});
    assert.deepEqual(Object.keys(settings), Object.keys(GEMINI_ROWS));
    assert.equal(settings['tools.shell.inactivityTimeout'], 300);
    assert.deepEqual([problems, origins], [[], {}]);
  });

  it('are those of the highest layer, whatever the order they are given in', () => {
    const model = (name: string) => ({ model: { name } });
    const files = { system: model('system'), workspace: model('workspace'), user: model('user') };
    const { settings, origins } = merge(files);
    assert.equal(settings['model.name'], 'system');
    assert.deepEqual(origins['model.name'], [{ scope: 'system', source: 'system.json', line: 1 }]);
    const user = parseSettings({ scope: 'user', file: 'user.json', text: JSON.stringify(model('user')) });
    const above = [layerOf('flags', '--model', { 'model.name': 'flag' }), layerOf('environment', '$M', {}), user];
    assert.equal(mergeSettings(above, {}).settings['model.name'], 'flag');
  });

  it('can only be tightened by others where the administrator set them', () => {
    const system = parseSettings({
      scope: 'system',
      file: 'system.json',
      text: JSON.stringify({
        ...{ mcp: { allowed: ['a', 'b'], excluded: ['c'] }, model: { name: 'system', maxSessionTurns: 10 } },
        ...{ general: { maxAttempts: 3, defaultApprovalMode: 'default' } },
      }),
    });
    const user = parseSettings({ scope: 'user', file: 'user.json', text: '{ "mcp": { "excluded": ["d"] } }' });
    const above = (values: Readonly<Record<string, unknown>>, scope: Scope = 'flags') =>
      mergeSettings([system, user, layerOf(scope, 'above', values)], {}).settings;
    assert.deepEqual(above({ 'mcp.allowed': ['b', 'x'] })['mcp.allowed'], ['b']);
    assert.deepEqual(above({ 'mcp.allowed': ['x'] })['mcp.allowed'], ['']);
    assert.deepEqual(above({ 'mcp.allowed': [] })['mcp.allowed'], ['a', 'b']);
    const edited = above({ 'model.maxSessionTurns': 99, 'general.defaultApprovalMode': 'auto_edit' }, 'editor');
    assert.deepEqual([edited['model.maxSessionTurns'], edited['general.defaultApprovalMode']], [10, 'default']);
    assert.equal(above({ 'model.maxSessionTurns': 2 }, 'editor')['model.maxSessionTurns'], 2);
    assert.equal(above({ 'model.name': 'mine' })['model.name'], 'mine');
    assert.deepEqual(above({}).forced?.['mcp.excluded'], ['c']);
    assert.equal(mergeSettings([user], {}).settings.forced, undefined);
  });

  it('let only the administrator make exceptions if the administrator turned on hiding secrets', () => {
    const redaction = (value: object) => ({ security: { environmentVariableRedaction: value } });
    const allowed = (system: object) => {
      const { settings } = merge({ system: redaction(system), user: redaction({ allowed: ['MINE'] }) });
      return commandEnvironmentOf({ settings, variables: {} }).allowed;
    };
    assert.deepEqual(allowed({}), ['MINE']);
    assert.deepEqual(allowed({ enabled: true }), []);
    assert.deepEqual(allowed({ enabled: true, allowed: ['THEIRS'] }), ['THEIRS']);
  });

  it('are joined where they are lists', () => {
    const { settings, origins } = merge({
      systemDefaults: { tools: { allowed: ['a', 'b'] }, context: { includeDirectories: ['x'] } },
      user: { tools: { allowed: ['b', 'c'] }, context: { includeDirectories: ['x'] } },
    });
    assert.deepEqual(settings['tools.allowed'], ['a', 'b', 'c']);
    assert.deepEqual(settings['context.includeDirectories'], ['x', 'x']);
    assert.deepEqual(
      origins['tools.allowed']?.map(({ scope }) => scope),
      ['systemDefaults', 'user'],
    );
  });

  it('are those of the first folder where the folders of a workspace differ', () => {
    const folder = (name: string) =>
      parseSettings({ scope: 'workspace', file: name, text: JSON.stringify({ model: { name } }) });
    assert.equal(mergeSettings([folder('first'), folder('second')], {}).settings['model.name'], 'first');
  });

  it('are those of the layer below where a value is of the wrong type, and the place is named', () => {
    const layers = [
      parseSettings({ scope: 'user', file: 'user', text: '{ "general": { "maxAttempts": 3 }, "model": "u" }' }),
      parseSettings({
        scope: 'workspace',
        file: 'workspace',
        text: '{\n "general": {\n  "maxAttempts": "many" },\n "model": { "name": "w" } }',
      }),
    ];
    const { settings, problems } = mergeSettings(layers, {});
    assert.deepEqual([settings['general.maxAttempts'], settings['model.name']], [3, 'w']);
    assert.deepEqual(problems[1], {
      file: 'workspace',
      line: 3,
      severity: 'error',
      message: '"general.maxAttempts" must be a whole number of at least 1.',
    });
  });

  it('say what a value would have to be', () => {
    const user = {
      general: { maxAttempts: 0, defaultApprovalMode: 'yolo' },
      model: { name: ['x'], maxSessionTurns: 1.5 },
      policyPaths: 'x',
      advanced: { ignoreLocalEnv: 'true', excludedEnvVars: [1] },
    };
    const { settings, problems } = merge({ user });
    assert.deepEqual(settings, mergeSettings([], {}).settings);
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        '"general.maxAttempts" must be a whole number of at least 1.',
        '"general.defaultApprovalMode" must be one of default, auto_edit, plan.',
        '"model.name" must be a string.',
        '"model.maxSessionTurns" must be a whole number of at least -1.',
        '"policyPaths" must be a list of strings.',
        '"advanced.ignoreLocalEnv" must be true or false.',
        '"advanced.excludedEnvVars" must be a list of strings.',
      ],
    );
  });

  it('are expanded by the environment, in lists as well', () => {
    const user = { model: { name: '${MODEL:-fallback}' }, policyPaths: ['$HOME/a', '${NONE}', '$constructor'] };
    const env = { HOME: '/home/$MODEL', MODEL: '' };
    const { settings } = merge({ user }, env);
    assert.equal(settings['model.name'], 'fallback');
    assert.deepEqual(settings.policyPaths, ['/home/$MODEL/a', '${NONE}', '$constructor']);
  });

  describe('of a workspace', () => {
    it('grant nothing', () => {
      const workspace = {
        context: { includeDirectories: ['/'] },
        tools: {
          allowed: ['run_shell_command'],
          shell: { pager: './mine' },
        },
        security: {
          folderTrust: { enabled: false },
          environmentVariableRedaction: { enabled: false, allowed: ['CANARY_TOKEN'] },
        },
        general: { sessionRetention: { enabled: false, maxAge: '1h', maxCount: 1 } },
        policyPaths: ['mine.toml'],
      };
      const { settings, problems } = merge({ workspace });
      assert.deepEqual(settings, mergeSettings([], {}).settings);
      assert.deepEqual(
        problems.map(({ message }) => message),
        [
          'context.includeDirectories',
          'tools.allowed',
          'tools.shell.pager',
          'security.folderTrust.enabled',
          'security.environmentVariableRedaction.enabled',
          'security.environmentVariableRedaction.allowed',
          'general.sessionRetention.enabled',
          'general.sessionRetention.maxAge',
          'general.sessionRetention.maxCount',
          'policyPaths',
        ].map(key => `"${key}" can't be set by a workspace. Set it in your own settings.`),
      );
    });

    it('leave fewer tools, each folder for itself, and have more asked about', () => {
      const user = { tools: { core: ['glob', 'replace'], confirmationRequired: ['a'] } };
      const workspace = { tools: { core: ['run_shell_command'], confirmationRequired: ['b'], exclude: ['c'] } };
      const { settings, problems } = merge({ user, workspace });
      assert.deepEqual(problems, []);
      assert.deepEqual(settings['tools.core'], ['glob', 'replace']);
      assert.deepEqual(settings.toolLimits, [['run_shell_command']]);
      assert.deepEqual(settings['tools.confirmationRequired'], ['a', 'b']);
      assert.deepEqual(settings['tools.exclude'], ['c']);
      assert.equal(merge({ workspace: { tools: { core: [] } } }).settings.toolLimits, undefined);
    });

    it('tighten, and do not loosen', () => {
      const strict = {
        general: { defaultApprovalMode: 'plan', maxAttempts: 1 },
        model: { maxSessionTurns: 5 },
        security: { disableYoloMode: true, disableAlwaysAllow: true },
        advanced: { ignoreLocalEnv: true },
        tools: { truncateToolOutputThreshold: 10_000 },
        skills: { enabled: false },
      };
      const loose = {
        general: { defaultApprovalMode: 'auto_edit', maxAttempts: 50 },
        model: { maxSessionTurns: -1 },
        security: { disableYoloMode: false, disableAlwaysAllow: false },
        advanced: { ignoreLocalEnv: false },
        tools: { truncateToolOutputThreshold: 0 },
        skills: { enabled: true },
      };
      assert.deepEqual(merge({ workspace: strict }), { ...merge({ workspace: strict }), problems: [] });
      assert.deepEqual(merge({ user: loose, workspace: strict }).settings, merge({ user: strict }).settings);
      const refused = merge({ user: strict, workspace: loose });
      assert.deepEqual(refused.settings, merge({ user: strict }).settings);
      assert.equal(refused.problems.length, 8);
      assert.equal(
        refused.problems[0]?.message,
        'A workspace may only tighten "general.defaultApprovalMode", so it stays plan.',
      );
    });
  });
});
