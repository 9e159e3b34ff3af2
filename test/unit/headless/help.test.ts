import assert from 'node:assert/strict';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with its own commands,', () => {
  const at = HeadlessPlace.use();
  const run = (prompt: string) => {
    at.server.reply(text('Hi.'));
    return runCommand(['-p', prompt, '--trust'], at.with());
  };

  it('knows every command and every word that its list of commands names', async () => {
    const { out } = await run('/help');
    const listed = [...out.matchAll(/^- `\/(\S+?)(?: (.*))?`: /gm)].flatMap(([, name = '', hint = '']) =>
      hint.split(' | ').map(verb => `/${name} ${verb.replace(' [--project]', '')}`.trim()),
    );
    for (const known of ['/init', '/extensions list', '/memory add FACT', '/stats tools'])
      assert.ok(listed.includes(known), known);
    for (const prompt of listed) {
      const { code, err } = await run(prompt);
      assert.equal(code, 0, `${prompt}: ${err}`);
    }
  });

  it('asks the model for a memory file, unless there is one', async () => {
    const { code } = await run('/init');
    assert.equal(code, 0);
    assert.match(JSON.stringify(at.server.requests.at(-1)?.contents), /Write GEMINI\.md for this project/);
    await at.scratch.put('home/work/GEMINI.md', 'Rules.');
    const before = at.server.requests.length;
    assert.match((await run('/init')).out, /GEMINI\.md already exists/);
    assert.equal(at.server.requests.length, before);
  });
});
