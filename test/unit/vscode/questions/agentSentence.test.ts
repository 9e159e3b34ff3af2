import assert from 'node:assert/strict';
import { agentSentence } from '../../../../src/vscode/questions/agentSentence';

describe('The question about an agent of a project', () => {
  it('names the file of an agent, and the folder of a skill', () => {
    assert.equal(
      agentSentence({ file: '/w/.gemini/agents/reviewer.md', format: 'gemini' }),
      'This project includes an agent with its own instructions: reviewer.md',
    );
    assert.equal(
      agentSentence({ file: '/w/.gemini/skills/release/SKILL.md', format: 'skill' }),
      'This project includes a skill that runs as an agent: release',
    );
  });
});
