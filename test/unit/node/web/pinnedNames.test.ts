import assert from 'node:assert/strict';
import { PinnedNames } from '../../../../src/node/web/pinnedNames';
import { EgressError } from '../../../../src/shared/errors';

/** A name that leads to each of these in turn. */
const turning = (...answers: readonly (readonly string[])[]) => {
  let asked = 0;
  return new PinnedNames(async () => answers[Math.min(asked++, answers.length - 1)] ?? []);
};

describe('The name of a server', () => {
  it('leads to the address that was evaluated, also when that is another of the same network', async () => {
    const names = turning(['93.184.216.34'], ['93.184.216.35', '2606:2800::1']);
    assert.equal(await names.addressOf('a.example'), '93.184.216.34');
    assert.equal(await names.addressOf('a.example'), '93.184.216.35');
  });

  for (const [kind, before, after] of [
    ['this machine', '93.184.216.34', '127.0.0.1'],
    ['this machine, in IPv6', '93.184.216.34', '::ffff:127.0.0.1'],
    ['the network', '93.184.216.34', '10.0.0.1'],
    ['the network of a provider', '93.184.216.34', '100.64.0.1'],
    ['the network from this machine', '127.0.0.1', '192.168.1.1'],
    ['the internet from the network', '10.0.0.1', '93.184.216.34'],
  ] as const) {
    it(`does not come to lead to ${kind}`, async () => {
      const names = turning([before], [after], [before]);
      await names.addressOf('a.example');
      await assert.rejects(
        names.addressOf('a.example'),
        (error: unknown) => error instanceof EgressError && error.message.includes(after),
      );
      assert.equal(await names.addressOf('a.example'), before, 'nor does it stay lost');
    });
  }

  it('never leads where only the machine’s own services are, nor inside and outside at once', async () => {
    for (const answer of [['169.254.169.254'], ['fe80::1'], ['0.0.0.0'], ['93.184.216.34', '127.0.0.1'], []])
      await assert.rejects(turning(answer).addressOf('a.example'), EgressError);
  });

  it('is not pinned by an answer that was refused', async () => {
    const names = turning(['93.184.216.34', '127.0.0.1'], ['93.184.216.34']);
    await assert.rejects(names.addressOf('a.example'), EgressError);
    assert.equal(await names.addressOf('a.example'), '93.184.216.34');
  });
});
