import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../src/shared/events';
import { usePanel } from './panelPage';
import { started, user } from './sampleChat';

describe('The question about a secret in a request', () => {
  const open = usePanel();
  const asks: AgentEvent = {
    type: 'approval-requested',
    approval: {
      callId: 'leak-1',
      proposal: { kind: 'leak', secrets: ['the value of SERVICE_TOKEN in .env'] },
      remember: [],
    },
  };
  const answers = [
    ['Don’t send', { decision: 'reject' }],
    ['Redact', { decision: 'accept', answers: ['redact'] }],
  ] as const;

  for (const [button, verdict] of answers) {
    it(`says what was found and that nothing has been sent, and takes “${button}”`, async () => {
      const panel = await open({ events: [user('u1', 'Use it'), started, asks] });
      const question = panel.page.getByRole('group', { name: 'Secret in the request' });
      await question.getByText('contains the value of SERVICE_TOKEN in .env. Nothing has been sent yet.').waitFor();
      await question.getByRole('button', { name: button }).click();
      assert.deepEqual(panel.callsOf('decide'), [['leak-1', verdict]]);
    });
  }
});
