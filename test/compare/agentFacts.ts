import { call, text, type Reply } from '../support/gemini/replies';
import type { GeminiRequest } from '../support/gemini/request';
import { textOf, type Facts, type Part } from './facts';
import { withoutHooks } from './folder';
import { reads } from './hookFacts';
import { runProgram } from './programs';

const invoke = (name: string): Reply => call('invoke_agent', { agent_name: name, prompt: 'AGENT-TASK' });
const done = (args: object): Reply => call('complete_task', args as Record<string, unknown>);

/** What an agent gets, and what its end tells the one that sent it. */
export const agentFacts: Part = async (program, scratch) => {
  const facts: Facts = new Map();
  await withoutHooks(scratch);
  const ends: readonly (readonly [string, string, readonly Reply[], string])[] = [
    ['one that reports', 'reviewer', [done({ result: 'AGENT-RESULT' })], 'AGENT-RESULT'],
    ['one of an extension', 'ext', [done({ result: 'AGENT-RESULT' })], 'AGENT-RESULT'],
    ['one that nobody knows', 'nobody', [], 'nobody'],
    ['its mode if it reports', 'reviewer', [done({ result: 'AGENT-RESULT' })], 'GOAL'],
    ['one without a report', 'reviewer', [text('AGENT-TALK'), text('AGENT-TALK')], 'ERROR_NO_COMPLETE_TASK_CALL'],
    ['one that turns too often', 'short', [reads, reads, reads], 'MAX_TURNS'],
    [
      'one whose tool is not its own',
      'reviewer',
      [call('glob', { pattern: '*' }), done({ result: 'AGENT-RESULT' })],
      'AGENT-RESULT',
    ],
  ];
  await scratch.put(
    'home/.gemini/agents/short.md',
    '---\nname: short\ndescription: S\ntools: [read_file]\nmax_turns: 1\n---\nYou are short.\n',
  );
  for (const [about, name, replies, mark] of ends) {
    const queued = [[invoke(name)], ...replies.map(reply => [reply])];
    const { requests } = await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', 'yolo'], queued);
    const isOwn = ({ system }: GeminiRequest) => system.startsWith(`You are ${name}`);
    const own = requests.filter(isOwn);
    const last = JSON.stringify(
      requests
        .filter(each => !isOwn(each))
        .at(-1)
        ?.contents.at(-1),
    );
    facts.set(`agent: ${about}`, `${own.length} requests, ${last.includes(mark) ? 'told' : 'not told'}`);
    if (own[0] === undefined) continue;
    facts.set(`agent: ${about}, tools`, own[0].toolNames.toSorted().join(' '));
    facts.set(`agent: ${about}, task`, JSON.stringify(own[0].contents).includes('AGENT-TASK') ? 'told' : 'not told');
    facts.set(`agent: ${about}, memory`, textOf(own[0]).includes('MEMORY-FOLDER') ? 'told' : 'not told');
  }
  return facts;
};
