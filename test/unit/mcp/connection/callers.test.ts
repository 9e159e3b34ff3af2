import assert from 'node:assert/strict';
import { Callers } from '../../../../src/mcp/connection/callers';
import type { Caller, Elicitation, ElicitationAnswer } from '../../../../src/mcp/connection/mcpConnection';
import { noUtilityModel } from '../../../support/idlePorts';

const question: Elicitation = { kind: 'url', message: 'Go', url: 'https://x.example', id: '1' };
const idle = new AbortController().signal;

function caller(signal: AbortSignal = idle): Caller {
  return { model: noUtilityModel, chat: {}, signal };
}

/** What a server asks, and how to answer it. */
function questions() {
  const callers = new Callers();
  const open: { readonly caller: Caller | undefined; readonly answer: (answer: ElicitationAnswer) => void }[] = [];
  let onAsked: () => void = () => undefined;
  const { elicit } = callers.serving('s', {
    roots: () => [],
    elicit: (_server, _request, signal, from) =>
      new Promise(resolve => {
        const decline = () => resolve({ action: 'decline' });
        if (signal.aborted) decline();
        signal.addEventListener('abort', decline, { once: true });
        open.push({ caller: from, answer: resolve });
        onAsked();
      }),
  });
  assert.ok(elicit);
  return {
    callers,
    open,
    ask: () => elicit('s', question, idle),
    asked: () => new Promise<void>(resolve => (onAsked = resolve)),
  };
}

describe('what a server asks', () => {
  it('goes to the chat that has called it last, and to none when no call runs', async () => {
    const { callers, open, ask, asked } = questions();
    const [first, second] = [caller(), caller()];
    await callers.during(first, async () => {
      await callers.during(second, async () => {
        const waiting = asked();
        const answer = ask();
        await waiting;
        open[0]?.answer({ action: 'accept' });
        await answer;
      });
      const waiting = asked();
      const answer = ask();
      await waiting;
      open[1]?.answer({ action: 'accept' });
      await answer;
    });
    const waiting = asked();
    const answer = ask();
    await waiting;
    open[2]?.answer({ action: 'decline' });
    assert.deepEqual(await answer, { action: 'decline' });
    assert.deepEqual(
      open.map(each => each.caller),
      [second, first, undefined],
    );
  });

  it('is asked one after the other, and no more than so much of it', async () => {
    const { open, ask, asked } = questions();
    const waiting = asked();
    const answers = Array.from({ length: 12 }, ask);
    await waiting;
    assert.equal(open.length, 1);
    assert.deepEqual(await Promise.all(answers.slice(10)), [{ action: 'decline' }, { action: 'decline' }]);
    const next = asked();
    open[0]?.answer({ action: 'accept' });
    assert.deepEqual(await answers[0], { action: 'accept' });
    await next;
    assert.equal(open.length, 2);
  });

  it('is declined when the call ends, what waits for its turn with it', async () => {
    const { callers, open, ask, asked } = questions();
    const run = new AbortController();
    await callers.during(caller(run.signal), async () => {
      const waiting = asked();
      const answers = [ask(), ask()];
      await waiting;
      run.abort();
      assert.deepEqual(await Promise.all(answers), [{ action: 'decline' }, { action: 'decline' }]);
      assert.equal(open.length, 1);
    });
  });

  it('is no question to the model where the user has not allowed that', () => {
    const sample = () => Promise.reject(new Error('It was asked.'));
    const serving = (maySample?: (server: string) => boolean) =>
      new Callers().serving('s', { roots: () => [], sample, ...(maySample && { maySample }) });
    assert.equal(serving().sample, undefined);
    assert.equal(serving(name => name === 'other').sample, undefined);
    assert.ok(serving(name => name === 's').sample);
  });
});
