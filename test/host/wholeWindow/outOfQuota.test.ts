import assert from 'node:assert/strict';
import { apiError, quotaFailure } from '../../support/gemini/errors';
import { text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useQuestions } from '../support/questions';

describe('A model that is out of quota', () => {
  const pollux = usePollux({ 'pollux.fallback': 'ask' });
  const questions = useQuestions();
  const answer = (button: RegExp) =>
    questions().answer(
      /can continue with another model/,
      offered => offered.find(({ label }) => button.test(label))?.label,
    );

  it('is replaced only where the user says so', async () => {
    const { gemini, panel } = pollux();
    gemini.reply(apiError(429, { details: [quotaFailure()] })).reply(text('Here I am.'));
    void answer(/^Only this time/);
    await panel.ask('Hello');
    await panel.untilSaid('Here I am.');
    const [first, second] = gemini.requests.slice(-2);
    assert.notEqual(second?.model, first?.model);
  });

  it('ends the run where the user stops it, with the reason in the chat', async () => {
    const { gemini, panel } = pollux();
    gemini.reply(apiError(429, { details: [quotaFailure()] }));
    const asked = answer(/^Stop/);
    await panel.ask('Hello');
    await asked;
    assert.match(panel.said, /quota of this model is used up/);
  });
});
