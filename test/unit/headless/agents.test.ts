import assert from 'node:assert/strict';
import type { GeminiRequest } from '../../support/gemini/request';
import { call, text, usage } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with agents,', () => {
  const at = HeadlessPlace.use();
  const run = (...args: readonly string[]) => runCommand(['-p', 'Hi', '--trust', ...args], at.with());
  const took = usage({ promptTokenCount: 90, candidatesTokenCount: 10, totalTokenCount: 100 });
  const report = { SummaryOfFindings: 'It is in a.ts.', ExplorationTrace: ['Read a.ts'], RelevantLocations: [] };
  const investigate = call('invoke_agent', { agent_name: 'codebase_investigator', prompt: 'Where is it?' });
  const isOfAgent = ({ system }: GeminiRequest) => system.startsWith('You investigate');
  const agentSays = () =>
    at.server.respond(request => {
      if (!isOfAgent(request)) return undefined;
      if (request.toolOutputs.length > 0) return [call('complete_task', { report }), took];
      return [call('read_file', { file_path: 'a.ts' }), took];
    });

  it('sets the codebase investigator to work, which only reads, and counts what it takes', async () => {
    await at.scratch.put('home/work/a.ts', 'export const it = 1;\n');
    agentSays();
    at.server.reply(investigate, took).reply(text('In a.ts.'), took);
    const { code, out } = await run('--output-format', 'json');
    assert.equal(code, 0);
    const own = at.server.requests.filter(isOfAgent);
    assert.deepEqual(own[0]?.toolNames.toSorted(), [
      'complete_task',
      'glob',
      'list_directory',
      'read_file',
      'read_many_files',
      'search_file_content',
    ]);
    assert.match(own[1]?.toolOutputs[0] ?? '', /export const it/);
    const result = at.server.requests.at(-1)?.toolOutputs[0] ?? '';
    assert.match(result, /^Subagent 'codebase_investigator' finished\.\nTermination Reason: GOAL\nResult:\n\{/);
    const { response, stats } = JSON.parse(out) as {
      response: string;
      stats: { models: Record<string, { roles: Record<string, unknown>; tokens: { total: number } }>; tools: object };
    };
    assert.equal(response, 'In a.ts.');
    const [model] = Object.values(stats.models);
    assert.deepEqual(Object.keys(model?.roles ?? {}).toSorted(), ['main', 'subagent']);
    assert.equal(model?.tokens.total, 400);
    assert.deepEqual((stats.tools as { totalCalls: number }).totalCalls, 3);
  });

  it('prints the call and its result as those of any tool', async () => {
    agentSays();
    at.server.reply(investigate).reply(text('In a.ts.'));
    const { out } = await run('--output-format', 'stream-json');
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { type: string; tool_name?: string; status?: string });
    assert.deepEqual(
      lines.map(({ type }) => type),
      ['init', 'message', 'tool_use', 'tool_result', 'message', 'result'],
    );
    assert.equal(lines[2]?.tool_name, 'invoke_agent');
    assert.equal(lines[3]?.status, 'success');
  });

  it('offers none where settings switch them off', async () => {
    await at.user({ experimental: { enableAgents: false } });
    await run();
    assert.ok(!at.server.requests[0]?.toolNames.includes('invoke_agent'));
  });

  it('offers none that a rule of settings excludes', async () => {
    await at.user({ tools: { exclude: ['invoke_agent'] } });
    await run();
    assert.ok(!at.server.requests[0]?.toolNames.includes('invoke_agent'));
  });
});
