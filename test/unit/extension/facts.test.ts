import assert from 'node:assert/strict';
import type { HostFact } from '../../../src/agent/ports/telemetry';
import type { Chat } from '../../../src/chat/chat';
import { ExtensionManager } from '../../../src/context/extensions/manageExtensions';
import { notePanelFacts } from '../../../src/extension/panel/panelFacts';
import { notedCommand } from '../../../src/extension/slash/notedCommand';
import type { AgentEvent } from '../../../src/shared/events';

type ToldChat = Pick<Chat, 'id' | 'model' | 'mode'>;

const STARTED: readonly AgentEvent[] = [{ type: 'run-started', at: 1 }];

describe('What is told of a window', () => {
  it('is how each chat is set up, once something is asked in it, and once that it is ready', async () => {
    const facts: [string, HostFact][] = [];
    let tell: (chat: ToldChat, events: readonly AgentEvent[]) => void = () => assert.fail('nobody listens');
    notePanelFacts({
      subscribe: listener => ((tell = listener), () => undefined),
      setup: async () => ({ authType: 'apiKey', extensions: 2, hasHooks: true }),
      startupMs: 12,
      note: (id, fact) => facts.push([id, fact]),
    });
    const chat = (id: string): ToldChat => ({ id, model: 'auto', mode: 'plan' });
    const [a, b] = [chat('a'), chat('b')];
    tell(a, []);
    assert.deepEqual(facts, []);
    for (const each of [a, a, b]) tell(each, STARTED);
    await Promise.resolve();
    const config = { type: 'config', model: 'auto', approvalMode: 'plan' };
    const setup = { authType: 'apiKey', extensions: 2, hasHooks: true };
    assert.deepEqual(facts, [
      ['a', { type: 'startup', durationMs: 12 }],
      ['a', { ...config, ...setup }],
      ['b', { ...config, ...setup }],
    ]);
  });

  it('is each command that was typed, and whether it could be done', async () => {
    const facts: HostFact[] = [];
    const note = (fact: HostFact) => void facts.push(fact);
    const run = async (name: string, isDone: boolean) => {
      const work = () => (isDone ? ({ kind: 'done' } as const) : Promise.reject(new Error('no')));
      const noted = notedCommand({ command: { name, description: '', run: work }, args: '' }, note);
      await noted?.command.run('');
    };
    await run('help', true);
    await assert.rejects(run('mine', false), /no/);
    assert.equal(notedCommand(null, note), null);
    assert.deepEqual(facts, [
      { type: 'slashCommand', name: 'help', isOwn: true, isDone: true },
      { type: 'slashCommand', name: 'mine', isOwn: false, isDone: false },
    ]);
  });

  it('is each change of extensions, and whether it could be made', async () => {
    const told: string[] = [];
    const disk = { list: async () => [], enablement: async () => undefined };
    const manager = new ExtensionManager({
      reading: { disk },
      onChange: (change: string, isDone: boolean) => told.push(`${change} ${isDone}`),
    } as unknown as ConstructorParameters<typeof ExtensionManager>[0]);
    await assert.rejects(manager.uninstall('gone'));
    await assert.rejects(manager.disable('gone', '/'));
    assert.deepEqual(told, ['uninstall false', 'disable false']);
  });
});
