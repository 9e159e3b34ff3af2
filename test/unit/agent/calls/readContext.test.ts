import assert from 'node:assert/strict';
import { ToolScheduler } from '../../../../src/agent/calls/toolScheduler';
import type { ReadContext, Tool } from '../../../../src/agent/tool';
import { noOutputFiles } from '../../../support/idlePorts';
import { deciding } from '../../../support/approve';
import { ToolPlace } from '../../../support/toolPlace';

const parameters = { type: 'object', properties: {} };

describe('What a tool gets that only reads or proposes', () => {
  it('has nothing that writes, sends or starts, at run time as well', async () => {
    const contexts: ReadContext[] = [];
    const look: Tool = {
      kind: 'read',
      name: 'look',
      description: 'Looks.',
      parameters,
      title: () => 'Look',
      reads: async (_args, context) => (contexts.push(context), []),
      run: async (_args, context) => (contexts.push(context), { content: '' }),
    };
    const send: Tool = {
      kind: 'change',
      changes: 'command',
      name: 'send',
      description: 'Sends.',
      parameters,
      title: () => 'Send',
      propose: async (_args, context) => (contexts.push(context), { kind: 'command', command: 'true', cwd: '/w' }),
      apply: async () => ({ content: '' }),
    };
    const scheduler = new ToolScheduler({
      ...new ToolPlace().context,
      tools: () => [look, send],
      outputFiles: noOutputFiles,
      decide: deciding(() => ({ decision: 'allow', reason: { kind: 'mode' } })),
      ask: async () => ({ decision: 'accept' }),
      emit: () => undefined,
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    const calls = ['look', 'send'].map(name => ({ id: name, name, args: {} }));
    await scheduler.run(calls, new AbortController().signal);
    assert.equal(contexts.length, 3);
    for (const context of contexts) {
      assert.deepEqual(Object.keys(context), ['callId', 'workspace', 'model', 'processes', 'web', 'signal']);
      assert.deepEqual(Object.keys(context.processes), ['list', 'read', 'wait', 'kill']);
      assert.deepEqual(Object.keys(context.web), ['check']);
    }
  });
});
