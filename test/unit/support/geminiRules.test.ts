import assert from 'node:assert/strict';
import type { Content, GenerateResponse, Part } from '../../../src/demo/wire';
import { answered, assistant, called, errorOf, eventsOf, partsOf, user, WireClient } from '../../support/gemini/client';
import { call, chunk, payload, text, type Reply } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';

const signed = { thoughtSignature: 'skip_thought_signature_validator' };

describe('the Gemini test server as a evaluate of requests', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());
  const client = new WireClient(() => server.url);
  const play = async (...steps: Reply[]): Promise<GenerateResponse[]> => {
    server.reply(...steps);
    return eventsOf(await client.stream());
  };

  describe('refuses', () => {
    const invalid: readonly [what: string, contents: Content[], complaint: RegExp][] = [
      ['nothing', [], /contents is not specified/],
      ['a history that the model begins', [assistant('a'), user('b')], /start with a user/],
      ['a history that the model ends', [user('a'), assistant('b')], /end with a user role/],
      ['two user turns in a row', [user('a'), user('b')], /alternate/],
      ['a turn without parts', [user()], /parts must not be empty/],
      ['a part without data', [user({ thoughtSignature: 'c2ln' })], /required oneof field 'data'/],
      ['an unknown role', [{ role: 'tool', parts: [{ text: 'x' }] }], /valid role: user, model/],
      ['a field of our own', [user({ text: 'x', callId: 1 })], /Unknown name "callId" at 'contents\[0\].parts\[0\]'/],
      ['a call without answer', [user('a'), assistant(called('f', signed)), user('b')], /number of function response/],
      ['an answer without call', [user('a'), assistant('b'), user(answered('f'))], /immediately after a function call/],
      [
        'one answer to two calls',
        [user('a'), assistant(called('f', signed), called('g')), user(answered('f'))],
        /number of function response parts is equal/,
      ],
      ['another name', [user('a'), assistant(called('f', signed)), user(answered('g'))], /named "g", its call "f"/],
      [
        'another id',
        [user('a'), assistant(called('f', signed, '1')), user(answered('f', '2'))],
        /id "2", its call "1"/,
      ],
      [
        'an unsigned call',
        [user('a'), assistant(called('f')), user(answered('f'))],
        /missing a thought_signature.*`default_api:f` , position 2/,
      ],
    ];
    for (const [what, contents, complaint] of invalid) {
      it(what, async () => {
        server.reply(text('kept for later'));
        const response = await client.stream(contents);
        assert.equal(response.status, 400);
        const error = await errorOf(response);
        assert.equal(error.status, 'INVALID_ARGUMENT');
        assert.match(error.message, complaint);
        assert.equal(server.requests[0]?.refused, error.message);
        assert.equal(server.pendingReplies, 1);
      });
    }

    it('bad tools, settings and JSON', async () => {
      const complaint = async (more: object): Promise<string> =>
        (await errorOf(await client.post('generateContent', { contents: [user('x')], ...more }))).message;
      const declare = (...names: string[]): object => ({
        tools: [{ functionDeclarations: names.map(name => ({ name })) }],
      });
      assert.match(await complaint(declare('a b')), /Invalid function name/);
      assert.match(await complaint(declare('f', 'f')), /Duplicate function declaration found: f/);
      assert.match(
        await complaint({ generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } } }),
        /only one of/,
      );
      assert.match(await complaint({ systemInstruction: { parts: [] } }), /system_instruction/);
      assert.match(
        (await errorOf(await client.post('generateContent', {}, { body: '{"contents": [' }))).message,
        /Invalid JSON/,
      );
    });

    it('nothing of the kind when told so, and no unsigned call by an older model', async () => {
      const contents = [user('a'), assistant(called('f')), user(answered('f'))];
      assert.equal((await client.post('generateContent', { contents }, {}, 'gemini-2.5-flash')).status, 200);
      await server.close();
      server = await startGeminiServer({ validate: false });
      assert.equal((await client.stream([assistant('a')])).status, 200);
    });
  });

  describe('remembers the signatures it sent', () => {
    const history = async (step: Reply, change: (part: Part) => Part): Promise<Content[]> => {
      const [event] = await play(step);
      const parts = partsOf(event);
      return [
        user('a'),
        assistant(...parts.map(change)),
        user(...parts.map(p => answered(p.functionCall?.name ?? ''))),
      ];
    };
    const read = call('read_file', { file_path: 'a', limit: 1 });

    it('and takes them back unchanged, whatever the order of arguments', async () => {
      const contents = await history(chunk(read, call('glob')), part =>
        part.functionCall?.name === 'glob'
          ? part
          : { ...part, functionCall: { name: 'read_file', args: { limit: 1, file_path: 'a' } } },
      );
      assert.equal((await client.stream(contents)).status, 200);
    });

    it('and refuses them lost, changed, or replaced by the dummy', async () => {
      const refusal = async (change: (part: Part) => Part): Promise<string> =>
        (await errorOf(await client.stream(await history(read, change)))).message;
      assert.match(
        await refusal(({ functionCall = { name: '' } }) => ({ functionCall })),
        /missing a thought_signature/,
      );
      assert.match(await refusal(part => ({ ...part, thoughtSignature: 'b3RoZXI=' })), /Corrupted thought signature/);
      assert.match(await refusal(part => ({ ...part, ...signed })), /dummy signature instead of its own/);
    });

    it('but asks for none where it sent none, and for none from earlier turns', async () => {
      const unsigned = await history(call('f', {}, { signature: false }), part => part);
      assert.equal((await client.stream(unsigned)).status, 200);
      const lost = await history(read, ({ functionCall = { name: '' } }) => ({ functionCall }));
      assert.equal((await client.stream([...lost, assistant('ok'), user('and now?')])).status, 200);
    });

    it('of recordings and of given signatures too', async () => {
      const given = payload({
        candidates: [{ content: { role: 'model', parts: [called('f', { thoughtSignature: 'Zg==' })] } }],
      });
      assert.equal((await client.stream(await history(given, part => part))).status, 200);
      const lost = await history(call('g', {}, { signature: 'Zw==' }), ({ functionCall = { name: '' } }) => ({
        functionCall,
      }));
      assert.equal((await client.stream(lost)).status, 400);
    });
  });
});
