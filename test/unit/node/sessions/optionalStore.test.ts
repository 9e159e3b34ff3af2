import assert from 'node:assert/strict';
import type { SessionStore } from '../../../../src/agent/ports/sessionStore';
import { optionalStore } from '../../../../src/node/sessions/optionalStore';

describe('A store that the user may switch off', () => {
  it('takes nothing of a session that went on meanwhile, until that is opened again', async () => {
    const taken: string[] = [];
    const fake = { append: (id: string) => taken.push(id), release: async () => undefined };
    let isOn = true;
    const store = optionalStore(fake as unknown as SessionStore, () => isOn);
    const say = (id: string) => store.append(id, [{ type: 'run-started', at: 1 }]);
    say('a');
    isOn = false;
    say('a');
    isOn = true;
    say('a');
    say('b');
    assert.deepEqual(taken, ['a', 'b']);
    await store.release('a');
    say('a');
    assert.deepEqual(taken, ['a', 'b', 'a']);
  });
});
