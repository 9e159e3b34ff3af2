import assert from 'node:assert/strict';
import { createTools } from '../../../../src/tools/index';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

/** What Gemini CLI 0.61 sends for the same job, as `npm run compare` measures it: bytes of JSON. */
const GEMINI_CLI = {
  /** Where nobody can be asked, tools that would ask are left out. */
  headless: { instructions: 30_700, declarations: 7_350, all: 38_800 },
  withAll: { instructions: 30_700, declarations: 14_800, all: 46_200 },
};
const SHARE = 0.36;

describe('The first request', () => {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const ofBody = async (tools: ReturnType<typeof createTools>) => {
    await using server = await startGeminiServer();
    await createTestSession({ url: server.url, tools }).say('Hi');
    const { systemInstruction, tools: declarations, contents } = server.requests[0]?.body ?? {};
    const [instructions, declared] = [bytesOf(systemInstruction), bytesOf(declarations)];
    return { instructions, declarations: declared, all: instructions + declared + bytesOf(contents) };
  };
  const line = (who: string, { instructions, declarations, all }: typeof GEMINI_CLI.withAll) =>
    `      ${who.padEnd(22)} ${[instructions, declarations, all].map(each => `${(each / 1000).toFixed(1)} kB`.padStart(9)).join('')}`;

  it(`takes at most ${SHARE * 100} % of what Gemini CLI sends`, async () => {
    const own = createTools({ usesModel: () => true });
    const headless = await ofBody(own);
    const editor = await ofBody(createTools({ usesModel: () => true, features: fakeFeatures() }));
    const head = `      ${''.padEnd(22)} ${['instr.', 'tools', 'all'].map(each => each.padStart(9)).join('')}`;
    console.log(
      [
        head,
        line('Gemini CLI, headless', GEMINI_CLI.headless),
        line('Gemini CLI', GEMINI_CLI.withAll),
        line('Pollux', headless),
        line('Pollux in the editor', editor),
      ].join('\n'),
    );
    assert.ok(headless.all <= SHARE * GEMINI_CLI.headless.all);
    assert.ok(editor.all <= SHARE * GEMINI_CLI.withAll.all);
  });
});
