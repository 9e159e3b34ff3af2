import assert from 'node:assert/strict';
import { ToolScheduler } from '../../../../src/agent/calls/toolScheduler';
import type { Proposal, Verdict } from '../../../../src/shared/proposals';
import { builtinTools } from '../../../../src/tools/index';
import { answering } from '../../../support/approve';
import { noOutputFiles } from '../../../support/idlePorts';
import { testPolicy, type TestPolicyOptions } from '../../../support/testPolicy';
import { ToolPlace } from '../../../support/toolPlace';

const SECRETS = ['TOKEN=tiger-lily\n', 'TOKEN=other\nOTHER=2\n'];
/** Calls whose answer, if it told anything of the file, would differ between the two. */
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['replace', { file_path: '.env', old_string: 'TOKEN=t', new_string: 'TOKEN=x' }],
  ['replace', { file_path: '.env', old_string: 'T', new_string: 'x', expected_replacements: 7 }],
  ['replace', { file_path: '.env', old_string: 'tiger-lily', new_string: 'tiger-lily ', allow_multiple: true }],
  ['replace', { file_path: '.env', old_string: '', new_string: 'x' }],
  ['write_file', { file_path: '.env', content: 'TOKEN=tiger-lily\n' }],
  ['write_file', { file_path: '.env', content: 'TOKEN=tiger-lily' }],
  ['search_file_content', { pattern: 'tiger' }],
  ['search_file_content', { pattern: 'tiger', total_max_matches: 1, no_ignore: true }],
  ['search_file_content', { pattern: 'tiger', dir_path: '.env' }],
  ['read_file', { file_path: '.env' }],
  ['read_many_files', { include: ['.env'] }],
  ['read_many_files', { include: ['**/*', '.*'] }],
  ['glob', { pattern: '**/.env*' }],
  ['list_directory', { dir_path: '.' }],
];

describe('A secret file', () => {
  const tell = async (secret: string, call: (typeof CALLS)[number], verdict: Verdict, options: TestPolicyOptions) => {
    const place = new ToolPlace();
    place.put('.env', secret);
    place.put('a.txt', 'tiger\n');
    const asked: Proposal[] = [];
    const scheduler = new ToolScheduler({
      ...place.context,
      tools: () => builtinTools,
      outputFiles: noOutputFiles,
      decide: request => testPolicy(options).decide(request),
      ask: question => {
        asked.push(question.proposal);
        return answering(verdict)(question);
      },
      emit: () => undefined,
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    const [name, args] = call;
    const signal = new AbortController().signal;
    const [result] = await scheduler.run([{ id: '1', name, args }], signal);
    const told = { content: result?.content, status: result?.status, error: result?.error };
    return { told: JSON.stringify(told).replace(/size \d+|\d+ (?:bytes|B)\b/g, ''), asked };
  };

  const PLACES: readonly (readonly [string, TestPolicyOptions])[] = [
    ['in a workspace that is not trusted', { isTrusted: () => false }],
    ['where nobody can be asked', { canAsk: () => false }],
    ['that the user refuses', {}],
    ['in plan mode', { mode: () => 'plan' }],
    ['in auto-edit mode', { mode: () => 'autoEdit' }],
  ];
  for (const [what, options] of PLACES) {
    for (const call of CALLS) {
      it(`${what} tells nothing by ${call[0]} ${JSON.stringify(call[1])}`, async () => {
        const no: Verdict = { decision: 'reject' };
        const answers = await Promise.all(SECRETS.map(secret => tell(secret, call, no, options)));
        assert.equal(answers[0]?.told, answers[1]?.told);
      });
    }
  }

  it('is told of once the user agrees, and the question names it', async () => {
    const call = CALLS[1];
    assert.ok(call);
    const { told, asked } = await tell(SECRETS[0] ?? '', call, { decision: 'accept' }, {});
    assert.match(told, /expected 7 occurrences but found 1/);
    assert.deepEqual(asked, [{ kind: 'read', paths: ['.env'] }]);
  });
});
