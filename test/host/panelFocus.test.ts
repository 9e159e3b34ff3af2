import assert from 'node:assert/strict';
import { PanelFocus } from '../../src/chat/surfaces/panelFocus';

describe('The focus of the panel', () => {
  it('is not given back by a question that ends while the list of a later one is open', async () => {
    const revealed: string[] = [];
    let open = 'none';
    const focus = new PanelFocus({ reveal: async () => void revealed.push(open), send: () => undefined });
    focus.changed(true);
    let answerFirst: () => void = () => undefined;
    let answerSecond: () => void = () => undefined;
    // The first one looks something up, and has taken no focus yet.
    const first = focus.around(() => new Promise<void>(resolve => (answerFirst = resolve)));
    const second = focus.around(() => new Promise<void>(resolve => (answerSecond = resolve)));
    open = 'second';
    focus.changed(false);
    answerFirst();
    await first;
    assert.deepEqual(revealed, []);
    open = 'none';
    answerSecond();
    await second;
    assert.deepEqual(revealed, ['none']);
    // One that takes long, such as a sign-in, keeps no later one from doing so.
    void focus.around(() => new Promise(() => undefined));
    await focus.around(async () => focus.changed(false));
    assert.deepEqual(revealed, ['none', 'none']);
    focus.dispose();
  });
});
