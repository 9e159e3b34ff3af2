import assert from 'node:assert/strict';
import { apiError } from '../../../support/gemini/errors';
import { text, type Reply } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, loopbackUtilityModel } from '../../../support/testSession';

describe('An answer that ends before it did what it said', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const start = (assessment: Reply, checksNextSpeaker = true) => {
    server.respond(({ method }) => (method === 'generateContent' ? assessment : undefined));
    const utilityModel = loopbackUtilityModel(server.url);
    return createTestSession({ url: server.url, utilityModel, checksNextSpeaker, maxTurns: 3 });
  };
  const methods = () => server.requests.map(({ method }) => method);
  const announce = text('I will now read the file.');

  it('is gone on with, once', async () => {
    server.reply(announce).reply(announce);
    const test = start(text('{"reasoning":"It announces a step.","next_speaker":"model"}'));
    assert.equal((await test.say('Read it.')).reason, 'done');
    assert.deepEqual(methods(), ['streamGenerateContent', 'generateContent', 'streamGenerateContent']);
    assert.match(JSON.stringify(server.requests[2]?.contents.at(-1)), /stopped before you did what you said/);
  });

  it('is left to the person where the model says so, is not understood, or can not be asked', async () => {
    const assessments = [text('{"reasoning":"","next_speaker":"user"}'), text('[]'), text('3'), apiError(400)];
    for (const assessment of assessments) {
      const test = start(assessment);
      server.reply(announce);
      assert.equal((await test.say('Read it.')).reason, 'done');
      assert.deepEqual(methods(), ['streamGenerateContent', 'generateContent']);
      await server.close();
      server = await startGeminiServer();
    }
  });

  it('is not looked at unless that is set', async () => {
    server.reply(announce);
    assert.equal((await start(text(''), false).say('Read it.')).reason, 'done');
    assert.deepEqual(methods(), ['streamGenerateContent']);
  });
});
