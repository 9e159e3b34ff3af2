import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

describe('memory', () => {
  const window = useChat({
    files: {
      'GEMINI.md': 'Rules of the folder.\n',
      'lib/a.ts': 'let a;\n',
      '.gemini/settings.json': JSON.stringify({ context: { discoveryMaxDirs: 0 } }),
      'lib/AGENTS.md': 'Rules of lib.\n',
    },
    homeFiles: { '.gemini/GEMINI.md': 'Rules of mine.\n' },
  });
  const system = (index = -1) => JSON.stringify(window().gemini.requests.at(index)?.body.systemInstruction);
  const contents = (index = -1) => JSON.stringify(window().gemini.requests.at(index)?.contents);

  it('stands in the instructions, and that of a folder is added when a tool is there', async () => {
    const { chat, gemini } = window();
    gemini.reply(call('read_file', { file_path: 'lib/a.ts' })).reply(text('Read.'));
    await chat.ask('Read lib/a.ts');
    await chat.text('Read.').waitFor();
    assert.match(
      system(),
      /GEMINI\.md ---\\nRules of mine\..*--- Context from: GEMINI\.md ---\\nRules of the folder\./,
    );
    assert.equal(system(-2), system());
    assert.doesNotMatch(contents(-2), /Rules of lib/);
    assert.match(contents(), /--- Context from: lib\/AGENTS\.md ---\\nRules of lib\./);
  });

  it('that changes is told with the next prompt', async () => {
    const { chat, gemini, writeFile } = window();
    gemini.reply(text('Hello.')).reply(text('Hello again.'));
    await chat.ask('Hi');
    await writeFile('GEMINI.md', 'Other rules.\n');
    await chat.ask('Hi again');
    await chat.text('Hello again.').waitFor();
    assert.match(system(), /Rules of the folder/);
    assert.match(contents(), /has changed.*Other rules\./);
  });

  it('is shown and added to by /memory, without a model', async () => {
    const { chat, gemini, readFile } = window();
    const before = gemini.requests.length;
    const type = async (command: string) => {
      await chat.message.fill(command);
      await chat.button('Send').click();
    };
    await type('/memory list');
    await chat.text(/your home folder, about \d+ tokens/).waitFor();
    await type('/memory add --project Tests are run with make');
    await chat.text(/Remembered in/).waitFor();
    assert.match(await readFile('GEMINI.md'), /## Gemini Added Memories\n- Tests are run with make\n$/);
    assert.equal(gemini.requests.length, before);
  });

  it('is proposed by /init as a short file, which there is already here', async () => {
    const { chat } = window();
    await chat.message.fill('/init');
    await chat.button('Send').click();
    await chat.text('GEMINI.md already exists.').waitFor();
  });
});
