import assert from 'node:assert/strict';
import { Session } from '../../../../src/agent/session';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import { restoreChat } from '../../../../src/sessions/restoreChat';
import { stateForView } from '../../../../src/chat/surfaces/viewEvents';
import type { AgentEvent } from '../../../../src/shared/events';
import { agentNamed, createAgentSession } from '../../../support/agentSession';
import { call, hang, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { Scratch } from '../../../support/scratch';
import { sessionOptions } from '../../../support/testSession';

describe('What agents did', () => {
  let server: GeminiServer;
  let scratch: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer();
    scratch = await Scratch.make();
  });
  afterEach(async () => {
    await server.close();
    await scratch.close();
  });

  const invoke = call('invoke_agent', { agent_name: 'scout', prompt: 'Look.' });
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => assert.fail(message) };
  const store = async (events: readonly AgentEvent[]) => {
    const files = createSessionFiles(scratch.path, log);
    for (const event of events) files.append('s', [event]);
    await files.flush();
    await files.release('s');
    const stored = await createSessionFiles(scratch.path, log).load('s');
    assert.equal(stored?.corrupt, 0);
    return { events: stored.events, state: restoreChat('s', stored.events) };
  };

  it('is read again from the file of the session, without keys', async () => {
    const key = ['AIza', 'SyD-abc_1234567890abcdefghijklmnop12345'].join('').slice(0, 39);
    server.respond(({ system, toolOutputs }) => {
      if (!system.startsWith('You are the agent')) return undefined;
      if (toolOutputs.length > 0) return call('complete_task', { result: 'Found.' });
      return [text(['The key is ', key.slice(0, 20), `${key.slice(20)}.`]), call('read_note', { name: 'a' })];
    });
    server.reply(invoke).reply(text('Done.'));
    const test = createAgentSession({ url: server.url, agents: [agentNamed('scout')] });
    await test.say('Go');
    const { state, events } = await store(test.events);
    const [before] = Object.values(test.session.state.agents ?? {});
    const [after] = Object.values(state.agents ?? {});
    assert.deepEqual(
      after?.chat.messages.map(({ role }) => role),
      before?.chat.messages.map(({ role }) => role),
    );
    assert.deepEqual(state.usage, test.session.state.usage);
    assert.ok(!JSON.stringify(events).includes(key));
    assert.deepEqual(Object.keys(stateForView(state, 0).state.agents ?? {}), Object.keys(state.agents ?? {}));
  });

  it('is told of as ended where the editor was closed meanwhile', async () => {
    server.respond(({ system }) => (system.startsWith('You are the agent') ? [text('Hm.'), hang()] : undefined));
    server.reply(invoke);
    const test = createAgentSession({ url: server.url, agents: [agentNamed('scout')] });
    const run = test.say('Go');
    await test.event(event => event.type === 'agent' && event.event.type === 'delta');
    const { state } = await store(test.events);
    test.session.stop();
    await run;
    const own = sessionOptions({ url: server.url });
    const again = new Session({ ...own, models: own, toolSources: [] }, own, { restored: state });
    again.recover();
    const [view] = Object.values(again.state.agents ?? {});
    assert.equal(view?.chat.isRunning, false);
    assert.equal(view.chat.live, undefined);
    const last = again.state.messages.findLast(({ role }) => role === 'tool');
    assert.equal(last?.role === 'tool' && last.results[0]?.status, 'cancelled');
  });

  it('grows by what happens, however long it goes on', async () => {
    const sizes: number[] = [];
    for (const steps of [20, 40]) {
      let left = steps;
      await using service = await startGeminiServer();
      service.respond(({ system }) => {
        if (!system.startsWith('You are the agent')) return undefined;
        return left-- > 0 ? call('read_note', { name: `note ${left}` }) : call('complete_task', { result: 'Done.' });
      });
      service.reply(invoke).reply(text('Done.'));
      const agents = [agentNamed('scout', { maxTurns: 100 })];
      const test = createAgentSession({ url: service.url, agents });
      await test.say('Go');
      sizes.push(JSON.stringify(test.events).length);
    }
    const [short = 0, long = 0] = sizes;
    assert.ok(long < 2.2 * short, `${short} and ${long}`);
  });
});
