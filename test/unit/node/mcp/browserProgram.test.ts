import assert from 'node:assert/strict';
import { browserCommand, openInBrowser } from '../../../../src/node/mcp/browserProgram';
import { Scratch } from '../../../support/scratch';

const PAGE = 'https://a.example/x?a=1&b=$(touch%20x)';

describe('The program that opens a page', () => {
  it('is what BROWSER names, with arguments and a place for the page', () => {
    const of = (BROWSER: string) => browserCommand(PAGE, { BROWSER }, 'linux');
    assert.deepEqual(of('firefox'), ['firefox', PAGE]);
    assert.deepEqual(of('node "/a b/c.js" --x'), ['node', '/a b/c.js', '--x', PAGE]);
    assert.deepEqual(of('open-it --url=%s --new'), ['open-it', `--url=${PAGE}`, '--new']);
  });

  it('is a path with blanks where there is such a file', async () => {
    const place = await Scratch.make();
    try {
      await place.put('a b/c', '');
      const program = place.absolute('a b/c');
      assert.deepEqual(browserCommand(PAGE, { BROWSER: program }, 'linux'), [program, PAGE]);
    } finally {
      await place.close();
    }
  });

  it('is the system’s where nothing is said, never a shell, and none without a screen', () => {
    assert.deepEqual(browserCommand(PAGE, {}, 'darwin'), ['open', PAGE]);
    assert.equal(browserCommand(PAGE, {}, 'win32')?.[0], 'rundll32');
    assert.deepEqual(browserCommand(PAGE, { DISPLAY: ':0' }, 'linux'), ['xdg-open', PAGE]);
    assert.equal(browserCommand(PAGE, { BROWSER: ' ' }, 'linux'), undefined);
  });

  it('opens web pages only, and says if it could not', async () => {
    for (const page of ['file:///etc/passwd', 'javascript:alert(1)', '--help'])
      assert.equal(await openInBrowser(page, { BROWSER: process.execPath }), false, page);
    assert.equal(await openInBrowser(PAGE, { BROWSER: '/no/such/program' }), false);
    assert.equal(await openInBrowser(PAGE, { ...process.env, BROWSER: `${process.execPath} -e 0` }), true);
  });
});
