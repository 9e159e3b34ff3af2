import assert from 'node:assert/strict';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

describe('write_todos', () => {
  const place = new ToolPlace();
  const write = (todos: unknown) => place.run('write_todos', { todos });

  it('gives the model a numbered list and the person the steps', async () => {
    const { content, display } = await write([
      { description: 'Read the code', status: 'completed' },
      { description: 'Fix it', status: 'in_progress' },
      { description: 'Publish', status: 'blocked' },
    ]);
    assert.equal(
      content,
      [
        'Successfully updated the todo list. The current list is now:',
        '1. [completed] Read the code',
        '2. [in_progress] Fix it',
        '3. [blocked] Publish',
      ].join('\n'),
    );
    assert.deepEqual(display, {
      type: 'todos',
      todos: [
        { text: 'Read the code', status: 'completed' },
        { text: 'Fix it', status: 'in_progress' },
        { text: 'Publish', status: 'blocked' },
      ],
    });
  });

  it('clears the list', async () => {
    assert.deepEqual(await write([]), {
      content: 'Successfully cleared the todo list.',
      display: { type: 'todos', todos: [] },
    });
  });

  it('takes the words of other agents, and JSON in a string', async () => {
    const list = [{ id: '1', content: 'Fix it', status: 'pending', activeForm: 'Fixing' }];
    assert.match((await write(list)).content, /1\. \[pending\] Fix it/);
    assert.match((await write(JSON.stringify(list))).content, /1\. \[pending\] Fix it/);
  });

  it('refuses two steps in progress, unknown states and empty steps', async () => {
    const step = (status: string, description = 'x') => ({ description, status });
    await assert.rejects(
      write([step('in_progress'), step('in_progress')]),
      toolError('invalid_tool_params', 'Only one todo may be in_progress'),
    );
    await assert.rejects(write([step('done')]), toolError('invalid_tool_params', 'pending, in_progress, completed'));
    await assert.rejects(write([step('pending', '')]), toolError('invalid_tool_params', 'todos.0.description'));
    await assert.rejects(write('not a list'), toolError('invalid_tool_params'));
  });
});
