import assert from 'node:assert/strict';
import { elicitInChat } from '../../../../src/mcp/requests/elicitation';
import type { Elicitation } from '../../../../src/mcp/connection/mcpConnection';
import { createMcpTool } from '../../../../src/mcp/tools/mcpTool';
import type { Tool } from '../../../../src/agent/tool';
import { fakeServers } from '../../../support/fakeMcp';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, type TestSessionOptions } from '../../../support/testSession';

const form: Elicitation = { kind: 'form', message: 'Who?', schema: { properties: { name: { type: 'string' } } } };

/** A tool whose server asks something before it answers with the answer. */
async function askingTool(): Promise<Tool> {
  const { registry, opened } = fakeServers(
    {
      notes: {
        call: async (_name, _args, signal) => {
          const answer = await opened[0]?.options.requests.elicit?.('notes', form, signal);
          return { content: [{ kind: 'text', text: JSON.stringify(answer) }], isError: false };
        },
      },
    },
    {
      requests: {
        roots: () => [],
        elicit: async (server, request, signal, { ask } = {} as never) =>
          ask ? elicitInChat(server, request, { ask }, signal, async () => true) : { action: 'cancel' },
      },
    },
  );
  await registry.connectAll();
  const [server] = registry.all;
  const [told] = server?.offer.tools ?? [];
  assert.ok(server && told);
  const made = createMcpTool(server, told, { name: 'mcp_notes_echo', former: undefined });
  assert.ok('tool' in made);
  return made.tool;
}

describe('a question of a server in a chat', () => {
  let server: GeminiServer;
  beforeEach(async () => {
    server = await startGeminiServer();
    server.reply(call('mcp_notes_echo', {}, { id: 'c' })).reply(text('Fine.'));
  });
  afterEach(() => server.close());

  const start = async (options: Partial<TestSessionOptions> = {}) =>
    createTestSession({ url: server.url, tools: [await askingTool()], startMode: 'yolo', ...options });
  const answered = () => JSON.stringify(server.requests.at(-1)?.functionResponses[0]?.response);

  it('is one of its open questions until it is answered, and what was typed is not recorded', async () => {
    const test = await start();
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(test.session.state.approvals, [approval]);
    assert.ok(test.session.decide(approval.callId, { decision: 'accept', answers: ['Ada Lovelace'] }));
    await run;
    assert.match(answered(), /Ada Lovelace/);
    const recorded = JSON.stringify(test.events.filter(({ type }) => type.startsWith('approval')));
    assert.doesNotMatch(recorded, /Ada/);
    assert.deepEqual(test.session.state.approvals, []);
  });

  it('is gone with Stop', async () => {
    const test = await start();
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    test.session.stop();
    await run;
    assert.deepEqual(test.session.state.approvals, []);
    assert.equal(test.session.decide(approval.callId, { decision: 'accept' }), false);
  });

  it('is none where nobody can answer', async () => {
    const test = await start({ canAsk: false });
    await test.say('Hi');
    assert.match(answered(), /cancel/);
    assert.ok(!test.events.some(({ type }) => type === 'approval-requested'));
  });
});
