import assert from 'node:assert/strict';
import { helpAction } from '../../../../src/context/commands/actions/help';
import { builtinCommands, unknownCommandText } from '../../../../src/context/commands/builtinCommands';
import { BUILTIN_COMMANDS } from '../../../../src/context/commands/builtinTable';

describe('The commands that Pollux brings', () => {
  it('are those that the host has an action for, with what the table says of them', async () => {
    const commands = builtinCommands({ compress: () => ({ kind: 'compress' }) }, 'editor');
    assert.deepEqual(
      commands.map(({ name, otherNames, waits }) => [name, otherNames, waits]),
      [['compress', ['summarize', 'compact'], true]],
    );
    assert.deepEqual(await commands[0]?.run(''), { kind: 'compress' });
  });

  it('have names and other names of which no two are the same', () => {
    const names = Object.entries(BUILTIN_COMMANDS).flatMap(([name, entry]) => [
      name,
      ...('otherNames' in entry ? entry.otherNames : []),
    ]);
    assert.deepEqual([...new Set(names)], names);
    for (const name of names) assert.match(name, /^[a-z?][a-z-]*$/);
  });

  it('are told from what nobody knows where a host has none of the name', () => {
    assert.match(unknownCommandText('copy', []), /\/copy isn’t available here/);
    assert.match(unknownCommandText('dir', ['help']), /\/dir isn’t available here/);
    assert.match(unknownCommandText('nothing', []), /Unknown command: \/nothing/);
  });

  it('are listed by one of them, with what can be mentioned', async () => {
    const help = helpAction(
      async () => [
        { name: 'chat', argumentHint: 'save NAME', description: 'Keep the chat' },
        { name: 'help', description: 'This list' },
      ],
      [{ offers: () => Array.from({ length: 60 }, (_, i) => ({ name: `s:${i}`, description: 'of *a* server' })) }],
    );
    const result = await help('');
    assert.equal(result.kind, 'notice');
    const lines = result.text.split('\n');
    assert.deepEqual(lines.slice(0, 4), [
      'Commands:',
      '',
      '- `/chat save NAME`: Keep the chat',
      '- `/help`: This list',
    ]);
    assert.deepEqual(lines.slice(5, 7), ['Mentions:', '']);
    assert.ok(lines.includes('- `@s:49`: of \\*a\\* server'), result.text);
    assert.equal(lines.at(-1), '- and 10 more');
  });
});
