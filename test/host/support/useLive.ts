import assert from 'node:assert/strict';
import { LivePollux, type LiveOptions } from './livePollux';

/** Of a `describe`: `startsAnew` false has its tests go on in one chat. */
type UseOptions = LiveOptions & { readonly startsAnew?: boolean };

/** The extension for all tests of a `describe`. Options that come from a function are asked for when the tests begin. */
export function useLive(source: UseOptions | (() => UseOptions) = {}): () => LivePollux {
  let live: LivePollux;
  let startsAnew = true;
  before('start Pollux', async () => {
    const options = typeof source === 'function' ? source() : source;
    ({ startsAnew = true } = options);
    live = await LivePollux.open(options);
  });
  beforeEach('begin anew', async () => {
    if (startsAnew && live.messages.length > 0) await live.newChat();
  });
  afterEach('look at the requests', function () {
    if (this.currentTest?.state !== 'passed') {
      live.ui.dropOpen();
      return;
    }
    const refusals = live.gemini.requests.flatMap(request => request.refused ?? []);
    assert.deepEqual(refusals, [], 'Pollux sent what the service refuses');
    assert.equal(live.gemini.pendingReplies, 0, 'a scripted reply was not asked for');
  });
  after('stop Pollux', () => live.close());
  return () => live;
}
