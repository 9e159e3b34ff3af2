import assert from 'node:assert/strict';
import { toolsFor } from '../../../../src/agent/agents/agentTools';
import { CompleteTask } from '../../../../src/agent/agents/completeTask';
import type { Tool } from '../../../../src/agent/tool';
import { enterPlanMode } from '../../../../src/tools/enterPlanMode';
import { exitPlanMode } from '../../../../src/tools/exitPlanMode';
import { readFile } from '../../../../src/tools/readFile';
import { writeTodos } from '../../../../src/tools/writeTodos';

describe('The tools of an agent', () => {
  const all: readonly Tool[] = [readFile, writeTodos, enterPlanMode, exitPlanMode, new CompleteTask().tool];

  it('are not those of the chat that it works for, its steps and its mode', () => {
    assert.deepEqual(
      toolsFor(undefined, all).map(({ name }) => name),
      ['read_file'],
    );
  });

  it('are not even where its definition names them', () => {
    assert.deepEqual(toolsFor(['write_todos', 'exit_plan_mode', 'complete_task'], all), []);
  });
});
