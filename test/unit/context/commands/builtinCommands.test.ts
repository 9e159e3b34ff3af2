import assert from 'node:assert/strict';
import { helpAction } from '../../../../src/context/commands/actions/help';
import { builtinCommands, unknownCommandText } from '../../../../src/context/commands/builtinCommands';
import { BUILTIN_COMMANDS } from '../../../../src/context/commands/builtinTable';

describe('The commands that Pollux brings', () => {
  it('are those that the host has an action for, with what the table says of them', async () => {
    const commands = builtinCommands({ compress: () => ({ kind: 'compress' }) });
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
    assert.match(unknownCommandText('init', []), /\/init is not available here/);
    assert.match(unknownCommandText('dir', ['help']), /\/dir is not available here/);
    assert.match(unknownCommandText('nothing', []), /Unknown command: \/nothing/);
  });

  it('are listed by one of them', async () => {
    const help = helpAction(async () => [
      { name: 'chat', argumentHint: 'save NAME', description: 'Keep the chat' },
      { name: 'help', description: 'This list' },
    ]);
    assert.deepEqual(await help(''), {
      kind: 'notice',
      level: 'info',
      text: 'Commands:\n\n- `/chat save NAME`: Keep the chat\n- `/help`: This list',
    });
  });
});
