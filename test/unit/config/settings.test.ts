import assert from 'node:assert/strict';
import { readEnvironment } from '../../../src/config/environment';
import { mergeSettings } from '../../../src/config/mergeSettings';
import { moneyLimitOf, readSettings, retentionOf, SETTING_ROWS } from '../../../src/config/settings';
import { settingsOfVariables, variableOf } from '../../../src/config/settingVariables';
import { parseSettings } from '../../../src/config/settingsText';

describe('The settings', () => {
  const defaults = {
    model: '',
    approvalMode: 'default',
    sendWithModifier: false,
    openDiff: 'never',
    review: 'before',
    workAheadAfter: 10,
    baseUrl: '',
    'google.project': '',
    'google.location': '',
    'google.clientId': '',
    'google.clientSecret': '',
    'google.redirectUri': '',
    maxAttempts: 4,
    fallback: 'never',
    maxTurns: 100,
    'compression.threshold': 0.5,
    'compression.review': false,
    'compression.tail': 0.3,
    'budget.prompt.tokens': 0,
    'budget.prompt.requests': 0,
    'budget.prompt.minutes': 0,
    'budget.session.tokens': 0,
    'budget.session.requests': 0,
    'budget.session.minutes': 0,
    'budget.prompt.money': 0,
    'budget.session.money': 0,
    'budget.day.tokens': 0,
    'budget.day.money': 0,
    'budget.day.requests': 0,
    'budget.day.minutes': 0,
    models: [],
    'routing.strategy': 'mode',
    'routing.threshold': 50,
    detectLoops: true,
    checkLoops: true,
    checkNextSpeaker: false,
    'shell.inactivityTimeout': 300,
    correctEdits: true,
    'network.allowedHosts': [],
    'network.secrets': 'ask',
    'webFetch.allowedHosts': [],
    'sessions.maxAgeDays': 90,
    'sessions.maxCount': 500,
    editorContext: true,
    'sessions.record': true,
    'sessions.geminiCliFormat': false,
    'memory.agents': true,
    'agents.others': true,
    'agents.installed': true,
    'commands.others': true,
    'commands.installed': true,
    'memory.claude': true,
    'skills.claude': true,
    'skills.copilot': true,
    'skills.installed': true,
    'memory.copilot': true,
    'memory.installed': true,
    'checkpoints.maxSizeMb': 2048,
    companion: 'auto',
    'mcp.sampling': [],
    'mcp.editorTools': 'mcp',
    sandbox: 'on',
    'usageStatistics.address': '',
  };
  const read = (values: Readonly<Record<string, unknown>>) => readSettings(key => values[key]);

  it('have their defaults until somebody sets them', () => {
    assert.deepEqual(read({}), defaults);
  });

  it('are what somebody has set', () => {
    const values = {
      model: 'gemini-4-argon',
      approvalMode: 'plan',
      sendWithModifier: true,
      openDiff: 'beside',
      review: 'after',
      workAheadAfter: 0,
      baseUrl: 'http://127.0.0.1:4000',
      'google.project': 'a-project',
      'google.location': 'eu',
      'google.clientId': 'id',
      'google.clientSecret': 'secret',
      'google.redirectUri': 'https://vscode.dev/redirect',
      maxAttempts: 1,
      fallback: 'automatic',
      maxTurns: 7,
      'compression.threshold': 0.8,
      'compression.review': true,
      'compression.tail': 0.1,
      'budget.prompt.tokens': 1,
      'budget.prompt.requests': 2,
      'budget.prompt.minutes': 3,
      'budget.session.tokens': 1,
      'budget.session.requests': 2,
      'budget.session.minutes': 3,
      'budget.prompt.money': 0.5,
      'budget.session.money': 4,
      'budget.day.tokens': 5,
      'budget.day.money': 6.5,
      'budget.day.requests': 7,
      'budget.day.minutes': 8,
      models: ['gemini-5-xenon'],
      'routing.strategy': 'numeric',
      'routing.threshold': 70,
      detectLoops: false,
      checkLoops: false,
      checkNextSpeaker: true,
      'shell.inactivityTimeout': 0,
      correctEdits: false,
      'network.allowedHosts': ['*.example.com'],
      'network.secrets': 'redact',
      'webFetch.allowedHosts': ['localhost:3000'],
      'sessions.maxAgeDays': 0,
      editorContext: false,
      'sessions.record': false,
      'sessions.geminiCliFormat': true,
      'memory.agents': false,
      'agents.others': false,
      'agents.installed': false,
      'commands.others': false,
      'commands.installed': false,
      'memory.claude': false,
      'skills.claude': false,
      'skills.copilot': false,
      'skills.installed': false,
      'memory.copilot': false,
      'memory.installed': false,
      'sessions.maxCount': 3,
      'checkpoints.maxSizeMb': 5,
      companion: 'off',
      'mcp.sampling': ['notes'],
      'mcp.editorTools': 'none',
      sandbox: 'off',
      'usageStatistics.address': 'https://stats.example',
    };
    assert.deepEqual(Object.keys(values).sort(), Object.keys(SETTING_ROWS).sort());
    assert.deepEqual(read(values), values);
  });

  it('reach no host where the list of hosts makes no sense', () => {
    for (const nonsense of ['example.com', 7, [7], null, {}]) {
      const { 'network.allowedHosts': hosts } = readSettings(() => nonsense);
      assert.deepEqual(hosts, ['not-a-list.invalid']);
    }
  });

  it('have their defaults where what is set makes no sense', () => {
    for (const nonsense of ['nonsense', 1.5, null, [], {}, NaN, -1]) {
      const { approvalMode, openDiff, sendWithModifier } = readSettings(() => nonsense);
      assert.deepEqual(
        { approvalMode, openDiff, sendWithModifier },
        { approvalMode: 'default', openDiff: 'never', sendWithModifier: false },
      );
    }
    assert.equal(read({ model: 3 }).model, '');
    assert.equal(read({ 'compression.threshold': 2 })['compression.threshold'], 0.5);
    for (const nonsense of ['300', -1, NaN, Infinity]) {
      assert.equal(read({ 'shell.inactivityTimeout': nonsense })['shell.inactivityTimeout'], 300);
    }
  });

  it('say how long chats are kept, before the files do', () => {
    const files = (value: unknown) =>
      mergeSettings(
        [parseSettings({ scope: 'user', file: 'f', text: JSON.stringify({ general: { sessionRetention: value } }) })],
        {},
      );
    const retention = (value: unknown, own: Readonly<Record<string, unknown>> = {}) => {
      const { settings, problems } = files(value);
      assert.deepEqual(problems, []);
      const { maxAgeDays, maxCount } = retentionOf(read(own), settings, key => own[key]);
      return [maxAgeDays, maxCount];
    };
    assert.deepEqual(retention({}), [90, 500]);
    assert.deepEqual(retention({ maxAge: '30d', maxCount: 7 }), [30, 7]);
    for (const [age, days] of [
      ['24h', 1],
      ['2w', 14],
      ['6m', 180],
      ['0d', 0],
      ['12h', 0.5],
    ] as const) {
      assert.equal(retention({ maxAge: age })[0], days, age);
    }
    assert.deepEqual(retention({ enabled: false, maxAge: '1d', maxCount: 1 }), [0, 0]);
    assert.deepEqual(retention({ maxAge: '1h', minRetention: '1d' }), [1, 500]);
    assert.deepEqual(retention({ maxAge: '2w', minRetention: '1d' }), [14, 500]);
    assert.deepEqual(retention({ maxAge: '0d', minRetention: '1d' }), [0, 500]);
    assert.deepEqual(retention({ maxAge: '1d', maxCount: 1 }, { 'sessions.maxAgeDays': 20 }), [20, 1]);
    assert.deepEqual(retention({ enabled: false }, { 'sessions.maxCount': 3 }), [0, 3]);
    assert.deepEqual(retention({ maxCount: 9 }, { 'sessions.maxCount': 'many' }), [90, 500]);
    for (const age of ['30', 'd', '1.5d', '-1d', '30 days', 30]) {
      const { settings, problems } = files({ maxAge: age });
      assert.equal(settings['general.sessionRetention.maxAge'], '90d');
      assert.match(problems[0]?.message ?? '', /must be an age such as 24h, 30d or 2w/, String(age));
    }
  });

  it('say which of them limits the money that may be spent', () => {
    assert.equal(moneyLimitOf(read({ 'budget.day.tokens': 5 })), undefined);
    for (const key of ['budget.prompt.money', 'budget.session.money', 'budget.day.money'] as const) {
      assert.equal(moneyLimitOf(read({ [key]: 0.01 })), key);
    }
    assert.equal(variableOf('budget.day.money'), 'POLLUX_BUDGET_DAY_MONEY');
  });

  it('take hosts from a variable, with commas, blanks or both between them', () => {
    const hostsOf = (POLLUX_WEB_FETCH_HOSTS?: string) => readEnvironment({ POLLUX_WEB_FETCH_HOSTS }).webFetchHosts;
    assert.deepEqual(hostsOf(' a.example, b.example:80,,c.example d.example\n'), [
      ...['a.example', 'b.example:80', 'c.example', 'd.example'],
    ]);
    assert.deepEqual([hostsOf(), hostsOf(' ')], [[], []]);
  });

  it('come from variables without an editor, as far as they are budgets and routing', () => {
    const { settings, problem } = settingsOfVariables({
      POLLUX_BUDGET_DAY_MONEY: '2.5',
      POLLUX_ROUTING_STRATEGY: 'numeric',
      POLLUX_BUDGET_PROMPT_TOKENS: ' ',
      POLLUX_MODEL: 'mine',
    });
    assert.equal(problem, undefined);
    assert.deepEqual(settings, { ...defaults, 'budget.day.money': 2.5, 'routing.strategy': 'numeric' });
  });

  it('of variables that can not be used are named, and not taken for no limit', () => {
    for (const [name, value] of [
      ['POLLUX_BUDGET_DAY_MONEY', '2,50'],
      ['POLLUX_BUDGET_SESSION_TOKENS', '-1'],
      ['POLLUX_ROUTING_STRATEGY', 'guess'],
      ['POLLUX_ROUTING_THRESHOLD', '0'],
    ] as const) {
      assert.equal(settingsOfVariables({ [name]: value }).problem, `${name} can't be used: "${value}".`);
    }
  });
});
