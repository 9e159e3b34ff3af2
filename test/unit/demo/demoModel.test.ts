import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer, type DemoServer } from '../../../src/demo/demoServer';
import { DemoChat, type Answer, type Tools } from '../../support/demoChat';

const sample = join(__dirname, '../../support/sample');

const listing = {
  output: 'Directory listing for /shop:\n[DIR] src\n[DIR] test\nREADME.md (9 bytes)\npackage.json (9 bytes)',
};
const matches = {
  output: 'Found 3 matches\n---\nFile: src/cart.js\nL18: sum += line - percentOf(line, cart.discountPercent);',
};
const elsewhere: Tools = {
  list_directory: () => ({ output: 'Directory listing for /other:\n[DIR] src\nmain.py (9 bytes)' }),
  search_file_content: () => ({ output: 'No matches found' }),
};
const written = { output: 'Successfully modified file: src/cart.js (1 replacements).\nL18:     sum += line;' };
const passing = { output: 'Command: node --test\nOutput:\n# tests 4\n# pass 4\n# fail 0\nExit Code: 0' };
const usual: Tools = {
  list_directory: () => listing,
  search_file_content: () => matches,
  read_file: async () => ({ output: await readFile(join(sample, 'src/cart.js'), 'utf8') }),
  replace: () => written,
  run_shell_command: () => passing,
};
const rejection = (reason?: string): Answer => ({
  error: reason ? `The user rejected this and said: ${reason}` : 'The user rejected this. Ask what they want instead.',
});

describe('the demo model', () => {
  let demo: DemoServer;
  before(async () => (demo = await startDemoServer({ chunksPerSecond: Infinity })));
  after(() => demo.close());

  const newChat = (tools: Tools = {}, offered?: readonly string[]): DemoChat =>
    new DemoChat(demo, { ...usual, ...tools }, offered);

  describe('leads the tour through the sample', () => {
    const whole = ['list_directory', 'search_file_content', 'read_file', 'replace', 'run_shell_command'];

    it('from the first look to the passing test', async () => {
      const chat = newChat();
      const said = await chat.say('What is wrong here?');
      assert.match(said, /^I am Pollux's demo model: scripted, offline, no key needed/);
      assert.deepEqual(chat.callNames, whole);
      assert.match(
        said,
        /## Found it: the discount is taken twice.*```js\n.*\n```.*\| \*\*total\*\* \| \*\*27\.00\*\* \| \*\*24\.30\*\* \|/s,
      );
      assert.match(
        said,
        /All 4 tests pass\..*\*\*What happened:\*\*.*- I changed how the discount is taken, once the edit was approved\.\n- I ran the tests\./s,
      );
      assert.match(said, /right-click it, and choose \*\*Explain\*\*/);
    });

    it('with thoughts, and both looks at once', async () => {
      const chat = newChat();
      await chat.say('Show me');
      const [, first] = chat.contents;
      assert.match(first?.parts?.[0]?.text ?? '', /^\*\*Looking around\*\*\n\n/);
      assert.equal(first?.parts?.[0]?.thought, true);
      assert.equal(first.parts.filter(part => part.functionCall).length, 2);
    });

    it('whose fix applies to the sample and makes its tests pass', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pollux-sample-'));
      try {
        await cp(sample, folder, { recursive: true });
        assert.deepEqual((await readdir(folder)).sort(), ['README.md', 'package.json', 'src', 'test']);
        assert.match(await runTests(folder), /# fail 1/);
        const replace = async ({ file_path, old_string, new_string }: Record<string, unknown>): Promise<Answer> => {
          const path = join(folder, String(file_path));
          const before = await readFile(path, 'utf8');
          assert.equal(before.split(String(old_string)).length, 2);
          await writeFile(
            path,
            before.replace(String(old_string), () => String(new_string)),
          );
          return written;
        };
        const run_shell_command = async (): Promise<Answer> => ({ output: await runTests(folder) });
        assert.match(await newChat({ replace, run_shell_command }).say('go'), /All 4 tests pass/);
        await cp(sample, folder, { recursive: true });
        let attempts = 0;
        const second = (args: Record<string, unknown>): Answer | Promise<Answer> =>
          ++attempts === 1 ? rejection('No comments in code, please') : replace(args);
        const said = await newChat({ replace: second, run_shell_command }).say('go');
        assert.match(said, /You said: \*No comments in code, please\*.*All 4 tests pass/s);
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    it('and says so when the edit was changed before it was accepted', async () => {
      const output = `${written.output}\nThe user modified the edit before accepting it:\n-a\n+b`;
      assert.match(
        await newChat({ replace: () => ({ output }) }).say('go'),
        /with the changes that you made in the diff/,
      );
      assert.doesNotMatch(await newChat().say('go'), /changes that you made/);
    });

    it('to its end when the edit is decided only after the demo went on', async () => {
      const provisional = { output: 'Proposed. The user has not decided yet, and nothing is written.' };
      const decided = async (outcome: string, tests: Answer): Promise<string> => {
        const ahead = newChat({ replace: () => provisional, run_shell_command: () => tests });
        const told = `<edits_decided>\nOf the edits that you had proposed:\n- replace (Edit src/cart.js), ${outcome}\n</edits_decided>`;
        ahead.news.set('run_shell_command', told);
        const said = await ahead.say('go');
        assert.deepEqual(ahead.callNames, whole);
        return said;
      };
      const accepted = await decided('accepted and made: Done.', { output: 'ℹ pass 4\nℹ fail 0' });
      assert.match(accepted, /All 4 tests pass.*I changed how the discount is taken/s);
      const rejected = await decided('not made: The user rejected it.', { output: 'ℹ pass 3\nℹ fail 1' });
      assert.match(rejected, /One test still fails/);
      assert.doesNotMatch(rejected, /I changed how/);
    });

    it('and takes no for an answer', async () => {
      const plain = newChat({ replace: () => rejection() });
      assert.match(await plain.say('go'), /nothing was written, and the bug stays/);
      assert.deepEqual(plain.callNames, whole.slice(0, 4));
      const twice = newChat({ replace: () => rejection('still no') });
      assert.match(await twice.say('go'), /smaller variant.*the bug stays for now\. You said: \*still no\*/s);
      assert.deepEqual(twice.callNames.slice(3), ['replace', 'replace']);
      const noTest = newChat({ run_shell_command: () => rejection('not now') });
      assert.match(await noTest.say('go'), /nothing was run\. You said: \*not now\*.*What happened/s);
    });

    it('and is honest about failures', async () => {
      const said = (tools: Tools): Promise<string> => newChat(tools).say('go');
      const failing = { output: 'ℹ pass 3\nℹ fail 1\nExit Code: 1' };
      assert.match(await said({ run_shell_command: () => failing }), /One test still fails/);
      assert.match(await said({ run_shell_command: () => ({ error: 'no such command' }) }), /> no such command/);
      assert.match(
        await said({ replace: () => ({ error: 'Failed to edit, 0 occurrences found' }) }),
        /did not work:\n\n> Failed/,
      );
      assert.match(
        await said({ replace: () => ({ error: 'Denied: in plan mode nothing is changed.' }) }),
        /As text, the change is/,
      );
      assert.match(await said({ read_file: () => ({ error: 'File not found' }) }), /couldn't read.*> File not found/s);
      assert.match(
        await said({ list_directory: () => ({ error: 'No folder is open' }) }),
        /Open a folder and ask me again/,
      );
      assert.match(await said({ read_file: () => ({ output: 'rewritten' }) }), /no longer the file that I know/);
    });

    it('with the tools that the mode offers', async () => {
      const readOnly = newChat({}, ['list_directory', 'glob', 'read_file']);
      const glob = { glob: () => ({ output: 'Found 1 file(s)\n/shop/src/cart.js' }) };
      assert.match(await newChat(glob, ['list_directory', 'glob', 'read_file']).say('go'), /I may not edit.*```diff/s);
      assert.match(await newChat({}, []).say('go'), /offers me no tools/);
      assert.deepEqual(readOnly.callNames, []);
    });

    it('a second time too', async () => {
      const chat = newChat();
      await chat.say('Show me');
      const fixed = newChat({ read_file: () => ({ output: '    sum += line;\n' }) });
      fixed.contents.push(...chat.contents);
      const said = await fixed.say('start the tour again');
      assert.match(said, /^Gladly, once more\..*already fixed.*All 4 tests pass/s);
      assert.deepEqual(fixed.callNames, ['list_directory', 'search_file_content', 'read_file', 'run_shell_command']);
    });

    it('and goes on where it was stopped', async () => {
      const chat = newChat();
      await chat.say('Show me');
      const stopped = newChat();
      stopped.contents.push(...chat.contents.slice(0, 2));
      const responses = chat.contents[2]?.parts ?? [];
      const { contents } = stopped;
      contents.push({ role: 'user', parts: [...responses] }, { role: 'model', parts: [{ text: 'This is' }] });
      assert.match(await stopped.say('Go on where you stopped.'), /^This is the sample shop.*All 4 tests pass/s);
    });
  });

  describe('elsewhere', () => {
    it('proposes a small new file, and nothing else', async () => {
      const accepted = newChat({
        ...elsewhere,
        write_file: () => ({ output: 'Successfully created and wrote to new file' }),
      });
      assert.match(
        await accepted.say('Do something'),
        /not the sample workspace.*Once you accept it.*delete `pollux-demo\.md`/s,
      );
      assert.deepEqual(accepted.callNames, ['list_directory', 'search_file_content', 'write_file']);
      assert.equal(accepted.calls[2]?.args?.file_path, 'pollux-demo.md');
      const rejected = newChat({ ...elsewhere, write_file: () => rejection('no files here') });
      assert.match(await rejected.say('Do something'), /no file was written\. You said: \*no files here\*/);
    });

    it('leaves a file from an earlier tour as it is', async () => {
      const list_directory = (): Answer => ({ output: 'Directory listing for /o:\npollux-demo.md (9 bytes)' });
      const chat = newChat({ ...elsewhere, list_directory });
      assert.match(await chat.say('go'), /still here from an earlier tour/);
    });
  });

  describe('answers', () => {
    const attached = (path: string, code: string): string =>
      `Attached by the user: ${path}, lines 1-9\n<attachment>\n${code}\n</attachment>`;

    it('a greeting, after which the tour can begin', async () => {
      const chat = newChat();
      assert.match(
        await chat.say('This is the environment of the session.\nsrc/cart.js', 'Hello!'),
        /^Hello\. I am Pollux's demo/,
      );
      assert.deepEqual(chat.callNames, []);
      assert.match(await chat.say('Yes please'), /All 4 tests pass/);
    });

    it('what is not in the script', async () => {
      const chat = newChat();
      await chat.say('hello');
      assert.match(
        await chat.say('Write me a poem about the sea'),
        /This is the demo, and that is not in my script\. With a key/,
      );
    });

    it('Explain and Fix on a selection it knows', async () => {
      const cart = attached('src/cart.js', await readFile(join(sample, 'src/cart.js'), 'utf8'));
      const explain = newChat();
      assert.match(
        await explain.say(cart, 'Explain the attached code: what it does.'),
        /## `total` in `src\/cart\.js`/,
      );
      assert.deepEqual(explain.callNames, []);
      const fix = newChat();
      assert.match(
        await fix.say(cart, 'Find and fix what is wrong in the attached code.'),
        /I know this one.*All 4 tests pass/s,
      );
      assert.deepEqual(fix.callNames, ['read_file', 'replace', 'run_shell_command']);
    });

    it('Explain and Fix on any other selection', async () => {
      const code = 'function one() {}\nclass Two {}\n';
      const explained = await newChat().say(attached('lib/a.js', code), 'Explain the attached code: what it does.');
      assert.match(
        explained,
        /`lib\/a\.js`: 3 lines, with `one`, `Two`\..*all that a script can see.*Pollux: Set Gemini API Key/s,
      );
      const fixed = await newChat().say('Fix this:\n```js\nlet a = b\n```');
      assert.match(fixed, /The code that you sent: one line\..*propose its change here as a diff/s);
    });
  });
});

/** What the sample's own tests print, as TAP. */
function runTests(folder: string): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
  return new Promise(resolve => {
    execFile(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
