import assert from 'node:assert/strict';
import { OutgoingPrompt } from '../../../../src/chat/prompts/outgoingPrompt';
import type { OutgoingView } from '../../../../src/shared/protocol';

const never = new Promise<void>(() => undefined);

/** What was shown of a prompt, in order; `shows` resolves when `wanted` is. */
function watched() {
  const outgoing = new OutgoingPrompt();
  const seen: (OutgoingView | undefined)[] = [];
  let onSeen: () => void = () => undefined;
  const onChange = () => {
    seen.push(outgoing.view);
    onSeen();
  };
  const shows = (wanted: (view: OutgoingView | undefined) => boolean) =>
    new Promise<void>(resolve => {
      onSeen = () => {
        if (wanted(outgoing.view)) resolve();
      };
    });
  return { outgoing, seen, onChange, shows };
}

describe('A prompt on its way', () => {
  it('is shown while what it needs is waited for, and after a while with why', async function () {
    this.timeout(60_000);
    const { outgoing, seen, onChange, shows } = watched();
    let ready: () => void = () => undefined;
    outgoing.begin('Hello', onChange);
    const shown = shows(view => view !== undefined && !view.isHeld);
    const until = outgoing.until(new Promise(resolve => (ready = resolve)));
    await shown;
    await shows(view => view?.isHeld === true);
    ready();
    assert.equal(await until, true);
    assert.deepEqual(outgoing.view, { text: 'Hello' });
    outgoing.end();
    assert.deepEqual(seen, [{ text: 'Hello' }, { text: 'Hello', isHeld: true }, { text: 'Hello' }, undefined]);
  });

  it('is not shown where nothing has to be waited for', async () => {
    const { outgoing, seen, onChange } = watched();
    outgoing.begin('Hello', onChange);
    assert.equal(await outgoing.until(Promise.resolve()), true);
    assert.equal(outgoing.text, 'Hello');
    outgoing.end();
    assert.deepEqual([seen, outgoing.text], [[], '']);
  });

  it('is given back when the user stops it', async () => {
    const { outgoing, onChange } = watched();
    outgoing.begin('Hello', onChange);
    const until = outgoing.until(never);
    outgoing.stop();
    assert.equal(await until, false);
  });

  it('is given back when another one takes its place', async () => {
    const { outgoing, onChange } = watched();
    outgoing.begin('Hello', onChange);
    let ready: () => void = () => undefined;
    const first = outgoing.until(new Promise(resolve => (ready = resolve)));
    outgoing.begin('Goodbye', onChange);
    ready();
    assert.equal(await first, false);
    outgoing.end();
  });

  it('leaves failures to whoever waits', async () => {
    const { outgoing, onChange } = watched();
    outgoing.begin('Hello', onChange);
    await assert.rejects(outgoing.until(Promise.reject(new Error('no'))), /no/);
    outgoing.end();
  });
});
