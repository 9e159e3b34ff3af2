import assert from 'node:assert/strict';
import { createTools } from '../../../../src/tools/index';
import { createEditorTools } from '../../../../src/tools/editor/editorTools';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

/** What Gemini CLI sends for the same job, as measured: bytes of JSON. */
const GEMINI_CLI = { instructions: 30_600, declarations: 8_600, all: 39_900 };
const SHARE = 0.6;

describe('The first request', () => {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const ofBody = async (tools: ReturnType<typeof createTools>) => {
    await using server = await startGeminiServer();
    await createTestSession({ url: server.url, tools }).say('Hi');
    const { systemInstruction, tools: declarations, contents } = server.requests[0]?.body ?? {};
    const [instructions, declared] = [bytesOf(systemInstruction), bytesOf(declarations)];
    return { instructions, declarations: declared, all: instructions + declared + bytesOf(contents) };
  };
  const line = (who: string, { instructions, declarations, all }: typeof GEMINI_CLI) =>
    `      ${who.padEnd(22)} ${[instructions, declarations, all].map(each => `${(each / 1000).toFixed(1)} kB`.padStart(9)).join('')}`;

  it(`takes at most ${SHARE * 100} % of what Gemini CLI sends`, async () => {
    const own = createTools({ usesModel: () => true });
    const headless = await ofBody(own);
    const editor = await ofBody([...own, ...createEditorTools(fakeFeatures())]);
    const head = `      ${''.padEnd(22)} ${['instr.', 'tools', 'all'].map(each => each.padStart(9)).join('')}`;
    console.log(
      [head, line('Gemini CLI', GEMINI_CLI), line('Pollux', headless), line('Pollux in the editor', editor)].join('\n'),
    );
    for (const { instructions, declarations, all } of [headless, editor]) {
      assert.ok(instructions + declarations <= SHARE * (GEMINI_CLI.instructions + GEMINI_CLI.declarations));
      assert.ok(all <= SHARE * GEMINI_CLI.all);
    }
  });
});
