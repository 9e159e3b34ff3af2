import assert from 'node:assert/strict';
import type { GenerateContentResponse } from '@google/genai';
import type { GenerateResponse } from '../../../src/demo/wire';
import { called, eventsOf, errorOf, model, partsOf, user, WireClient } from '../../support/gemini/client';
import { parseRecording } from '../../support/gemini/recording';
import {
  blockedPrompt,
  call,
  candidate,
  chunk,
  empty,
  finish,
  hang,
  part,
  text,
  thought,
  unfinished,
  usage,
  usageOnly,
  type Reply,
} from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer, type GeminiServerOptions } from '../../support/geminiServer';

describe('the Gemini test server', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());
  const client = new WireClient(() => server.url);
  const play = async (...steps: Reply[]): Promise<GenerateResponse[]> => {
    server.reply(...steps);
    return eventsOf(await client.stream());
  };
  const restart = async (options: GeminiServerOptions): Promise<void> => {
    await server.close();
    server = await startGeminiServer(options);
  };

  describe('answers', () => {
    it('says Done. when nothing is scripted', async () => {
      const response = await client.stream();
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      const [event, ...others] = await eventsOf(response);
      assert.deepEqual(event?.candidates, [
        { content: { role: 'model', parts: [{ text: 'Done.' }] }, index: 0, finishReason: 'STOP' },
      ]);
      assert.equal(event.modelVersion, model);
      assert.deepEqual(others, []);
    });

    it('plays queued replies in order, each with its chunks and counts', async () => {
      const events = await play(
        thought('**Plan**\n\nLook.'),
        text(['Héllo', ' wörld']),
        usage({ promptTokenCount: 90 }),
      );
      assert.deepEqual(events.map(partsOf), [
        [{ text: '**Plan**\n\nLook.', thought: true }],
        [{ text: 'Héllo' }],
        [{ text: ' wörld' }],
      ]);
      assert.deepEqual(
        events.map(event => event.candidates?.[0]?.finishReason),
        [undefined, undefined, 'STOP'],
      );
      assert.deepEqual(events.at(-1)?.usageMetadata, {
        promptTokenCount: 90,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 4,
        totalTokenCount: 98,
      });
      assert.equal((await play(text('second')))[0]?.responseId, 'response-2');
    });

    it('signs the first of parallel calls and sends them as given', async () => {
      const [event] = await play(chunk(call('glob', { pattern: '*' }, { id: 'c1' }), call('read_file')));
      const [first, second] = partsOf(event);
      assert.deepEqual(first?.functionCall, { id: 'c1', name: 'glob', args: { pattern: '*' } });
      assert.match(first.thoughtSignature ?? '', /^[A-Za-z0-9+/]+=*$/);
      assert.deepEqual(second, { functionCall: { name: 'read_file', args: {} } });
    });

    it('ends as told: with content, alone, or not at all', async () => {
      const endings = async (...steps: Reply[]): Promise<unknown[]> =>
        (await play(...steps)).map(({ candidates: [c] = [] }) => [c?.content !== undefined, c?.finishReason]);
      assert.deepEqual(await endings(text('cut off'), finish('MAX_TOKENS')), [[true, 'MAX_TOKENS']]);
      assert.deepEqual(await endings(text('x'), finish('SAFETY')), [
        [true, undefined],
        [false, 'SAFETY'],
      ]);
      assert.deepEqual(await endings(text('x'), unfinished()), [[true, undefined]]);
      assert.deepEqual(await endings(empty()), []);
    });

    it('sends blocked prompts, usage-only chunks, grounding and unknown parts', async () => {
      const [blocked] = await play(blockedPrompt('PROHIBITED_CONTENT'));
      assert.equal(blocked?.promptFeedback?.blockReason, 'PROHIBITED_CONTENT');
      assert.equal(blocked.candidates, undefined);
      const [counts, grounded] = await play(
        usageOnly({ promptTokenCount: 7 }),
        part({ holograms: [1] }),
        candidate({ groundingMetadata: { webSearchQueries: ['q'] } }),
      );
      assert.deepEqual([counts?.candidates, counts?.usageMetadata], [undefined, { promptTokenCount: 7 }]);
      assert.deepEqual(grounded?.candidates?.[0]?.groundingMetadata, { webSearchQueries: ['q'] });
      assert.deepEqual(partsOf(grounded), [{ holograms: [1] }]);
    });

    it('asks rules before the queue, and passes on what they leave', async () => {
      server.reply(text('from the queue'));
      server.respond(request => (request.prompt.includes('rule') ? text(`not "${request.prompt}"`) : undefined));
      assert.match(await (await client.stream('the rule')).text(), /not \\"the rule\\"/);
      assert.match(await (await client.stream('else')).text(), /from the queue/);
    });

    it('joins a scripted stream into one object for generateContent', async () => {
      server.reply(thought('**T**'), text(['a', 'b']), call('glob'));
      const response = await client.post('generateContent', { contents: [user('x')] });
      const { candidates } = (await response.json()) as GenerateResponse;
      assert.equal(response.headers.get('content-type'), 'application/json; charset=UTF-8');
      assert.deepEqual(
        candidates?.[0]?.content?.parts?.map(({ text, functionCall }) => text ?? functionCall?.name),
        ['**T**', 'ab', 'glob'],
      );
      assert.equal(candidates[0].finishReason, 'STOP');
    });

    it('counts tokens, embeds and lists models, as the SDK asks for them', async () => {
      const { models } = client.sdk();
      const tokens = await models.countTokens({ model, contents: 'twelve chars' });
      assert.equal(tokens.totalTokens, 3);
      const embed = async (contents: string[]): Promise<number[][]> => {
        const { embeddings = [] } = await models.embedContent({
          model,
          contents,
          config: { outputDimensionality: 64 },
        });
        return embeddings.map(({ values = [] }) => values);
      };
      const [cat = [], cats = [], tax = []] = await embed(['the cat sat', 'the cat ran', 'income tax']);
      const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
      assert.deepEqual(await embed(['the cat sat']), [cat]);
      assert.ok(Math.abs(dot(cat, cat) - 1) < 1e-3 && dot(cat, cats) > dot(cat, tax));
      const names: unknown[] = [];
      for await (const { name } of await models.list({ config: { pageSize: 2 } })) names.push(name);
      assert.ok(names.length > 2 && names.includes(`models/${model}`));
    });

    it('plays a recording, its tool arguments mapped', async () => {
      const lines = [
        { method: 'countTokens', response: { totalTokens: 1 } },
        {
          method: 'generateContentStream',
          response: [
            {
              candidates: [{ content: { parts: [{ text: 'ok', thoughtSignature: 'c2ln' }], role: 'model' }, index: 0 }],
            },
            { candidates: [{ content: { parts: [called('read_file')] }, finishReason: 'STOP' }], usageMetadata: {} },
          ],
        },
        { method: 'generateContent', response: { candidates: [{ finishReason: 'STOP', index: 0 }] } },
      ];
      const recording = lines.map(line => JSON.stringify(line)).join('\n');
      server.replies(parseRecording(`${recording}\n`, (_args, tool) => ({ tool, file_path: '/here/a' })));
      const events = await eventsOf(await client.stream());
      assert.deepEqual(events[0], (lines[1]?.response as unknown[])[0]);
      const { functionCall } = partsOf(events[1])[0] ?? {};
      assert.deepEqual(functionCall?.args, { tool: 'read_file', file_path: '/here/a' });
      assert.deepEqual(
        await (await client.post('generateContent', { contents: [user('x')] })).json(),
        lines[2]?.response,
      );
      assert.throws(() => parseRecording(`${recording}\n{}`), /line 4/);
    });
  });

  describe('lets in', () => {
    it('no other keys than its own, with the real body', async () => {
      await restart({ apiKey: 'right' });
      assert.equal(
        await client
          .sdk('right')
          .models.generateContent({ model, contents: 'x' })
          .then(r => r.text),
        'Done.',
      );
      for (const headers of [{ 'x-goog-api-key': 'wrong' }, {}]) {
        const response = await client.stream('x', { headers });
        assert.equal(response.status, 400);
        assert.match(await response.text(), /API key not valid.*API_KEY_INVALID/s);
      }
    });

    it('no unknown methods, paths and models: they are 404', async () => {
      await restart({ models: [model] });
      assert.equal((await errorOf(await client.post('dance', {}))).code, 404);
      assert.equal((await errorOf(await fetch(`${server.url}/elsewhere`))).status, 'NOT_FOUND');
      const missing = await errorOf(await client.post('generateContent', { contents: [user('x')] }, {}, 'gemini-0'));
      assert.match(missing.message, /models\/gemini-0 is not found for API version v1beta/);
    });
  });

  describe('logs', () => {
    it('what it was asked', async () => {
      await client.sdk('secret').models.generateContent({
        model,
        contents: 'Hello',
        config: { systemInstruction: 'Be brief.', tools: [{ functionDeclarations: [{ name: 'glob' }] }] },
      });
      const request = await server.nextRequest();
      assert.equal(request.httpMethod, 'POST');
      assert.equal(request.path, `/v1beta/models/${model}:generateContent`);
      assert.deepEqual([request.version, request.model, request.method], ['v1beta', model, 'generateContent']);
      assert.equal(request.headers['x-goog-api-key'], 'secret');
      assert.deepEqual([request.prompt, request.system, request.toolNames], ['Hello', 'Be brief.', ['glob']]);
      assert.equal(await request.ended, 'completed');
    });

    it('requests that a test waits for, before or after they come', async () => {
      const second = server.waitForRequest(request => request.prompt === 'two');
      await client.stream('one');
      await client.stream('two');
      assert.equal((await server.nextRequest()).prompt, 'one');
      assert.equal((await server.nextRequest()).prompt, 'two');
      assert.equal(await second, server.requests[1]);
      const third = server.nextRequest();
      await server.close();
      await assert.rejects(third, /closed while a test waited/);
    });

    it('and closes with every stream that is still open', async () => {
      server.reply(text('a'), hang());
      const response = await client.stream();
      await server[Symbol.asyncDispose]();
      await assert.rejects(response.text(), /terminated/);
      assert.equal(await server.requests[0]?.ended, 'cut');
    });
  });

  it('sends a reply up to a gate, and the rest once it opens', async () => {
    const gate = server.gate();
    server.reply(text('before'), gate, text(' after'));
    const events = await client.sdk().models.generateContentStream({ model, contents: 'Hello' });
    assert.equal(((await events.next()).value as GenerateContentResponse).text, 'before');
    await gate.reached;
    assert.equal(server.requests[0]?.end, undefined);
    gate.open();
    assert.equal(((await events.next()).value as GenerateContentResponse).text, ' after');
    assert.equal((await events.next()).done, true);
  });
});
