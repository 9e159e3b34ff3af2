import assert from 'node:assert/strict';
import type { GeminiRequest } from '../../support/gemini/request';
import { call, text, usage } from '../../support/gemini/replies';
import { AgentApprovals, approvedAgentsFile, findAgentFiles } from '../../../src/node/config/agentFiles';
import { createKeptValues } from '../../../src/node/config/storedValues';
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

  const define = (folder: string, name: string, more = '') =>
    at.scratch.put(
      `home/${folder}/${name}.md`,
      `---\nname: ${name}\ndescription: About ${name}\n${more}---\nYou are ${name}.\n`,
    );
  const offered = () => JSON.stringify(at.server.requests[0]?.body.tools);

  it('offers those of the home folder, of other programs too, as settings want them', async () => {
    await define('.gemini/agents', 'ada', 'tools: [read_file]\n');
    await define('.claude/agents', 'bob');
    await define('.gemini/agents', 'off');
    await define('.gemini/agents', 'broken', 'max_turns: x\n');
    await at.user({ agents: { overrides: { off: { enabled: false }, ada: { runConfig: { maxTurns: 1 } } } } });
    at.server.respond(({ system }) =>
      system.startsWith('You are ada.') ? call('read_file', { file_path: 'note.txt' }) : undefined,
    );
    at.server.reply(call('invoke_agent', { agent_name: 'ada', prompt: 'Go.' })).reply(text('Done.'));
    const { err } = await run();
    assert.match(offered(), /- ada: About ada/);
    assert.match(offered(), /- bob: About bob/);
    assert.doesNotMatch(offered(), /- off:|- broken:/);
    assert.match(err, /broken\.md:4: "max_turns"/);
    assert.match(at.server.requests.at(-1)?.toolOutputs[0] ?? '', /MAX_TURNS/);
  });

  it('offers none of a project whose text nobody has approved, and says so', async () => {
    await define('work/.gemini/agents', 'carl');
    await define('work/.gemini/agents', 'codebase_investigator');
    const { err } = await run();
    assert.doesNotMatch(offered(), /carl/);
    assert.match(offered(), /codebase_investigator: Reads the code/);
    assert.match(err, /aren't used until you approve them in the editor: .*carl\.md/);
  });

  it('offers one of a project that was approved, until its text changes', async () => {
    await define('work/.gemini/agents', 'carl');
    const file = at.scratch.absolute('home/work/.gemini/agents/carl.md');
    const [found] = await findAgentFiles({
      home: at.scratch.absolute('home'),
      folders: [at.scratch.absolute('home/work')],
      extensions: [],
      hasOthers: true,
    });
    assert.equal(found?.file, file);
    const log = { info: () => undefined, warn: () => undefined, error: (message: string) => assert.fail(message) };
    new AgentApprovals(createKeptValues(approvedAgentsFile(at.scratch.absolute('home')), log)).approve(found);
    await run();
    assert.match(offered(), /- carl: About carl/);
    await define('work/.gemini/agents', 'carl', 'tools: [run_shell_command]\n');
    await run();
    assert.doesNotMatch(JSON.stringify(at.server.requests[1]?.body.tools), /carl/);
  });

  it('holds an agent to the rules for it, which are for nobody else', async () => {
    await define('.gemini/agents', 'ada');
    await at.scratch.put(
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "read_file"\nsubagent = "ada"\ndecision = "deny"\npriority = 500\ndenyMessage = "Not for ada."\n',
    );
    const read = call('read_file', { file_path: 'note.txt' });
    at.server.respond(({ system, toolOutputs }) => {
      if (!system.startsWith('You are ada.')) return undefined;
      return toolOutputs.length === 0 ? read : call('complete_task', { result: toolOutputs[0] });
    });
    at.server.reply(read, call('invoke_agent', { agent_name: 'ada', prompt: 'Go.' })).reply(text('Done.'));
    await run();
    const [own = '', ofAda = ''] = at.server.requests.at(-1)?.toolOutputs ?? [];
    assert.match(own, /one/);
    assert.match(ofAda, /Not for ada\./);
  });

  it('hands the model an agent that the prompt names', async () => {
    await define('.gemini/agents', 'ada');
    await runCommand(['-p', 'Let @ada look, not me@ada.org', '--trust'], at.with());
    const sent = JSON.stringify(at.server.requests[0]?.contents);
    assert.equal(sent.split('has chosen the agent').length, 2);
  });
}).timeout(60_000);
