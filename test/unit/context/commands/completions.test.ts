import assert from 'node:assert/strict';
import { commandCompletions, mentionCompletions } from '../../../../src/context/commands/completions';

describe('Completions', () => {
  const commands = [
    { name: 'compress', otherNames: ['summarize'], description: 'Shorten' },
    { name: 'git:commit', description: 'Commit', argumentHint: 'MESSAGE' },
    { name: 'chat', description: 'Chats' },
  ];

  it('are commands that begin so, then those of which a part does', () => {
    const labels = (typed: string) => commandCompletions(commands, typed).map(({ label }) => label);
    assert.deepEqual(labels(''), ['/compress', '/git:commit', '/chat']);
    assert.deepEqual(labels('Com'), ['/compress', '/git:commit']);
    assert.deepEqual(labels('sum'), ['/compress']);
    assert.deepEqual(labels('hat'), ['/chat']);
    assert.deepEqual(commandCompletions(commands, 'git'), [
      { kind: 'command', insert: '/git:commit ', label: '/git:commit', detail: 'Commit', hint: 'MESSAGE' },
    ]);
  });

  it('go on with the arguments of a command that can’t run without them', () => {
    const promote = { name: 'promote', description: 'Promotes', needsArguments: true };
    const open = commandCompletions([...commands, promote], '').map(({ isOpen }) => isOpen);
    assert.deepEqual(open, [undefined, undefined, undefined, true]);
  });

  it('are paths as they are to be typed, of which folders stay open', () => {
    const offers = [{ name: 'selection', description: 'Selected' }];
    assert.deepEqual(mentionCompletions(offers, ['src/', 'a/my file.ts'], ''), [
      { kind: 'source', insert: '@selection ', label: '@selection', detail: 'Selected' },
      { kind: 'folder', insert: '@src/', label: 'src/', isOpen: true },
      { kind: 'file', insert: '@a/my\\ file.ts ', label: 'my file.ts', detail: 'a' },
    ]);
    assert.deepEqual(
      mentionCompletions(offers, ['open.ts', 'src/'], '', 1).map(({ label }) => label),
      ['open.ts', '@selection', 'src/'],
    );
    assert.deepEqual(mentionCompletions(offers, [], 'x'), []);
  });
});
