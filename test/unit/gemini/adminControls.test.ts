import assert from 'node:assert/strict';
import { closedControls, fetchAdminControls } from '../../../src/gemini/codeAssist/adminControls';
import {
  ControlsWatch,
  type AdminControls,
  type ControlsNews,
  type EarlierControls,
} from '../../../src/gemini/controlsWatch';
import type { CodeAssistAccess } from '../../../src/gemini/access';
import { openEgress } from '../../support/egress';
import { GoogleServer, refusal } from '../../support/gemini/googleServer';

const LOAD = '/v1internal:loadCodeAssist';
const FLAGS = '/v1internal:listExperiments';
const CONTROLS = '/v1internal:fetchAdminControls';
const ON = { flags: [{ flagId: 45752213, boolValue: true }] };

describe('What an organisation prescribes', () => {
  let server: GoogleServer;
  beforeEach(async () => {
    server = await new GoogleServer().listen();
    server.on(LOAD, { currentTier: { id: 'standard-tier' }, cloudaicompanionProject: 'theirs' }).on(FLAGS, ON);
  });
  afterEach(() => server.close());

  const fetched = async () => {
    const access: CodeAssistAccess = { via: 'codeAssist', tokens: { get: async () => 'one' }, endpoint: server.url };
    const options = { egress: openEgress(), userAgent: 'Pollux/test' };
    return fetchAdminControls(access, options, new AbortController().signal);
  };
  const adminOf = async (answer: object) => {
    server.on(CONTROLS, { adminControlsApplicable: true, ...answer });
    return (JSON.parse((await fetched())?.settings ?? '{}') as { admin: Record<string, object> }).admin;
  };
  const closed = (JSON.parse(closedControls().settings) as { admin: object }).admin;

  it('is asked for with the project of the account, where Google has switched it on', async () => {
    server.on(CONTROLS, { adminControlsApplicable: true });
    await fetched();
    assert.deepEqual(server.to(CONTROLS)[0]?.body, { project: 'theirs' });
    assert.equal(server.to(CONTROLS)[0]?.headers.authorization, 'Bearer one');
    assert.equal(server.to(FLAGS)[0]?.body.project, 'theirs');
    server.requests.length = 0;
    for (const flags of [[], [{ flagId: 45752213, boolValue: false }], [{ flagId: 1, boolValue: true }]]) {
      server.on(FLAGS, { flags });
      assert.equal(await fetched(), undefined);
    }
    assert.deepEqual(server.to(CONTROLS), []);
  });

  it('is nothing unless the answer says that it applies', async () => {
    for (const answer of [{}, { adminControlsApplicable: false }, { adminControlsApplicable: 'true' }, []]) {
      server.on(CONTROLS, () => ({ body: JSON.stringify(answer), headers: { 'content-type': 'application/json' } }));
      assert.equal(await fetched(), undefined, JSON.stringify(answer));
    }
  });

  it('is off where a switch is missing or of another type', async () => {
    assert.deepEqual(await adminOf({}), closed);
    const wrong = { strictModeDisabled: 'yes', mcpSetting: { mcpEnabled: 1 }, cliFeatureSetting: [] };
    assert.deepEqual(await adminOf(wrong), closed);
    assert.deepEqual(closed, {
      secureModeEnabled: true,
      mcp: { enabled: false },
      extensions: { enabled: false },
      skills: { enabled: false },
    });
  });

  it('turns on what it says, with its servers', async () => {
    const mcpServers = { tracker: { url: 'https://tracker.example/mcp', includeTools: ['find'] } };
    const requiredMcpServers = { notes: { url: 'https://notes.example/mcp', type: 'http' } };
    const admin = await adminOf({
      strictModeDisabled: true,
      mcpSetting: { mcpEnabled: true, mcpConfigJson: JSON.stringify({ mcpServers, requiredMcpServers }) },
      cliFeatureSetting: { extensionsSetting: { extensionsEnabled: true }, unmanagedCapabilitiesEnabled: true },
    });
    assert.deepEqual(admin, {
      secureModeEnabled: false,
      mcp: { enabled: true, config: mcpServers, requiredConfig: requiredMcpServers },
      extensions: { enabled: true },
      skills: { enabled: true },
    });
  });

  it('goes by the former name of the strict mode where only that is there', async () => {
    assert.equal((await adminOf({ secureModeEnabled: false })).secureModeEnabled, false);
    assert.equal((await adminOf({ secureModeEnabled: false, strictModeDisabled: false })).secureModeEnabled, true);
  });

  it('has no server where the list of servers can’t be read', async () => {
    for (const mcpConfigJson of ['{', '[]', '7', '{"mcpServers":[]}', '{"requiredMcpServers":"x"}', 7])
      assert.deepEqual((await adminOf({ mcpSetting: { mcpEnabled: true, mcpConfigJson } })).mcp, { enabled: false });
    const admin = await adminOf({ mcpSetting: { mcpEnabled: true } });
    assert.deepEqual(admin.mcp, { enabled: true, config: {}, requiredConfig: {} });
  });

  it('can’t be had where the service fails, and is nothing where a service has never heard of it', async () => {
    server.on(CONTROLS, refusal(500));
    await assert.rejects(fetched(), /HTTP 500/);
    server.on(FLAGS, refusal(500));
    await assert.rejects(fetched(), /HTTP 500/);
    server.on(FLAGS, refusal(404)).on(CONTROLS, refusal(404));
    assert.equal(await fetched(), undefined);
    server.on(CONTROLS, { adminControlsApplicable: true });
    assert.ok(await fetched(), 'what can’t be known of the switch does not turn it off');
  });
});

describe('The watch over what an organisation prescribes', () => {
  const accountOf = (account: string): CodeAssistAccess => ({
    via: 'codeAssist',
    account,
    tokens: { get: async () => 'one' },
  });
  const controls = (settings: string): AdminControls => ({ settings, off: [] });
  const closed = controls('closed');
  const watched = (first: () => AdminControls | undefined) => {
    const state = {
      account: undefined as CodeAssistAccess | undefined,
      answer: first,
      asked: 0,
      kept: undefined as EarlierControls | undefined,
    };
    const saved: (string | undefined)[] = [];
    const news: (string | undefined)[] = [];
    const told: ControlsNews[] = [];
    const stale: unknown[] = [];
    const polls = new Set<() => void>();
    const intervals: number[] = [];
    const patience = new AbortController();
    const watch = new ControlsWatch({
      account: async () => state.account,
      fetch: async () => {
        state.asked++;
        return state.answer();
      },
      closed: () => closed,
      memory: {
        read: async () => state.kept,
        save: async (_, each) => void saved.push(each?.settings),
      },
      onNews: each => {
        told.push(each);
        news.push(each.controls?.settings);
      },
      onStale: error => stale.push(error),
      timeout: ms => {
        assert.equal(ms, 15_000);
        return patience.signal;
      },
      repeat: (ms, run) => {
        intervals.push(ms);
        polls.add(run);
        return () => polls.delete(run);
      },
    });
    const poll = async () => {
      for (const run of polls) run();
      await new Promise(resolve => setImmediate(resolve));
    };
    return { watch, state, saved, news, told, stale, polls, intervals, patience, poll };
  };

  it('asks once for an account, also if several wait, and nobody without one', async () => {
    const { watch, state, news } = watched(() => controls('a'));
    await watch.check();
    assert.deepEqual([state.asked, news], [0, []]);
    state.account = accountOf('ada');
    await Promise.all([watch.check(), watch.check()]);
    await watch.check();
    assert.deepEqual([state.asked, news], [1, ['a']]);
  });

  it('asks again for another account, and takes back what held for the one that is gone', async () => {
    const { watch, state, news, polls } = watched(() => controls('a'));
    state.account = accountOf('ada');
    await watch.check();
    state.account = accountOf('bob');
    state.answer = () => controls('b');
    await watch.check();
    assert.equal(polls.size, 1);
    state.account = undefined;
    await watch.check();
    assert.deepEqual([news, polls.size], [['a', 'b', undefined], 0]);
  });

  it('has what was said before hold where it can’t ask at first, and else everything off', async () => {
    const { watch, state, told, saved } = watched(() => {
      throw new Error('offline');
    });
    state.account = accountOf('ada');
    state.kept = { settings: 'before', off: ['x'], askedAt: 7 };
    await watch.check();
    assert.deepEqual([told[0]?.controls?.settings, told[0]?.askedAt, saved], ['before', 7, []]);
    state.kept = undefined;
    await watch.check();
    assert.deepEqual([told[1]?.controls?.settings, told[1]?.askedAt], ['closed', undefined]);
    state.answer = () => controls('now');
    await watch.check();
    assert.deepEqual(saved, ['now']);
  });

  it('tells of a change, and keeps what it knows where it can’t ask', async () => {
    const { watch, state, told, stale, intervals, poll } = watched(() => controls('a'));
    state.account = accountOf('ada');
    await watch.check();
    assert.deepEqual(intervals, [300_000]);
    await poll();
    state.answer = () => {
      throw new Error('no');
    };
    await poll();
    assert.equal(stale.length, 1);
    state.answer = () => undefined;
    await poll();
    assert.deepEqual(told, [
      { controls: controls('a'), isChange: false },
      { controls: undefined, isChange: true },
    ]);
  });

  it('closes what could be closed where it never had an answer, until it has one', async () => {
    const { watch, state, told } = watched(() => {
      throw new Error('no');
    });
    state.account = accountOf('ada');
    await watch.check();
    assert.deepEqual(told, [{ controls: closed, isChange: false, error: new Error('no') }]);
    state.answer = () => undefined;
    await watch.check();
    assert.deepEqual(told.at(-1), { controls: undefined, isChange: false });
  });

  it('has no prompt wait twice for a service that is silent, and asks that one more often', async () => {
    const { watch, state, told, intervals, patience, poll } = watched(() => {
      patience.abort();
      throw patience.signal.reason;
    });
    state.account = accountOf('ada');
    await watch.check();
    await watch.check();
    assert.deepEqual([state.asked, told.at(-1)?.controls, intervals], [1, closed, [30_000]]);
    state.answer = () => controls('a');
    await poll();
    assert.deepEqual(told.at(-1), { controls: controls('a'), isChange: false });
    assert.deepEqual(intervals, [30_000, 300_000]);
    await watch.check();
    assert.equal(state.asked, 2);
  });

  it('asks no more once it is disposed of', async () => {
    const { watch, state, polls } = watched(() => controls('a'));
    state.account = accountOf('ada');
    await watch.check();
    watch.dispose();
    assert.equal(polls.size, 0);
  });
});
