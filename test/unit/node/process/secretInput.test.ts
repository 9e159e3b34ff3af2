import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { readSecret } from '../../../../src/node/process/secretInput';

/** A terminal that shows what is typed, until it is told not to. */
class Terminal extends PassThrough {
  readonly isTTY = true;
  isRaw = false;
  shown = '';

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }

  type(text: string): void {
    if (!this.isRaw) this.shown += text;
    this.write(text);
  }
}

describe('A secret that is typed', () => {
  it('is not shown, and can be corrected', async () => {
    const terminal = new Terminal();
    const secret = await readSecret(terminal, () => terminal.type('sekrot\x7f\x7fet\r'));
    assert.deepEqual([secret, terminal.shown, terminal.isRaw], ['sekret', '', false]);
  });

  it('is none where the person gives up', async () => {
    for (const key of ['\x03', '\x04']) {
      const terminal = new Terminal();
      assert.equal(await readSecret(terminal, () => terminal.type(key)), undefined);
      assert.equal(terminal.isRaw, false);
    }
  });

  it('is all that is piped in, without the line’s end and without a question', async () => {
    const pipe = new PassThrough();
    pipe.end('sekret\n');
    assert.equal(await readSecret(pipe, () => assert.fail('nobody is there to be asked')), 'sekret');
  });
});
