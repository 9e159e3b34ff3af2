import assert from 'node:assert/strict';
import type { ContentGenerator, ModelEvent, ModelRequest } from '../../../../src/agent/ports/model';
import { Firewall, type FirewallOptions } from '../../../../src/gemini/firewall/firewall';
import type { Message } from '../../../../src/shared/messages';
import type { LeakAnswer } from '../../../../src/shared/proposals';
import { SecretScanner } from '../../../../src/shared/secrets/secretScanner';

const SECRET = 'q8Hs02LmvT5yPw6ZrK1xNd4B';
const OTHER = 'Zt4Kp81QwXn5Rv7Ls3Yb9Ud6';

class CountingScanner extends SecretScanner {
  looked = 0;
  override find(text: string) {
    this.looked += text.length;
    return super.find(text);
  }
}

describe('The firewall before the models', () => {
  const prompt = (text: string): Message => ({ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text }] });
  const result = (content: string): Message => ({
    ...{ id: 'r', at: 0, role: 'tool' },
    results: [{ callId: 'c', name: 'read_file', title: '', status: 'success', content }],
  });
  const requestOf = (messages: readonly Message[], system = 'Be brief.'): ModelRequest => ({
    ...{ model: 'm', system, messages, tools: [] },
  });
  const open = (answers: LeakAnswer[] = [], options: Partial<FirewallOptions> = {}) => {
    const sent: ModelRequest[] = [];
    const asked: (readonly string[])[] = [];
    const scanner = new CountingScanner([
      { value: SECRET, name: 'API_TOKEN', source: '.env' },
      { value: OTHER, name: 'OTHER_TOKEN', source: null },
    ]);
    const inner = {
      async *stream(request: ModelRequest) {
        sent.push(request);
        yield { type: 'part', part: { type: 'text', text: 'ok' } };
      },
      generate: async (request: ModelRequest) => {
        sent.push(request);
        return { ok: true, text: '' };
      },
      countTokens: async (request: ModelRequest) => {
        sent.push(request);
        return { tokens: 1 };
      },
      embed: async (texts: readonly string[]) => {
        sent.push(requestOf(texts.map(prompt)));
        return { vectors: [] };
      },
    } as unknown as ContentGenerator;
    const guarded = new Firewall({
      scanner: async () => scanner,
      ask: async secrets => {
        asked.push(secrets);
        return answers.shift() ?? 'stop';
      },
      redacts: () => false,
      wayOn: 'Take it out.',
      ...options,
    }).guard(inner);
    const stream = async (request: ModelRequest, signal = new AbortController().signal) => {
      const events: ModelEvent[] = [];
      for await (const event of guarded.stream(request, signal)) events.push(event);
      return events.at(-1);
    };
    return { guarded, stream, sent, asked, scanner };
  };
  const textOf = (request: ModelRequest | undefined) => JSON.stringify(request);

  const places: readonly [name: string, request: ModelRequest][] = [
    ['a prompt', requestOf([prompt(`Use ${SECRET}.`)])],
    ['the system instructions', requestOf([], `Token: ${SECRET}`)],
    ['a file that was read', requestOf([result(`API_TOKEN=${SECRET}`)])],
    [
      'the arguments of a call',
      requestOf([
        {
          ...{ id: 'a', at: 0, role: 'assistant', model: 'm' },
          parts: [{ type: 'toolCall', call: { id: 'c', name: 'x', args: { deep: [{ token: SECRET }] } } }],
        },
      ]),
    ],
    [
      'a file that is attached',
      requestOf([{ id: 'u', at: 0, role: 'user', parts: [{ type: 'file', path: '.env', text: `A=${SECRET}` }] }]),
    ],
  ];
  for (const [name, request] of places) {
    it(`sends nothing where ${name} holds a secret and nobody agrees`, async () => {
      const { stream, sent, asked } = open(['stop']);
      const end = await stream(request);
      assert.deepEqual([sent.length, asked], [0, [['the value of API_TOKEN in .env']]]);
      assert.ok(end?.type === 'failed');
      assert.equal(end.failure.kind, 'held');
      assert.match(end.failure.message, /API_TOKEN in \.env\. Take it out\.$/);
      assert.doesNotMatch(JSON.stringify(end), new RegExp(SECRET));
    });

    it(`sends ${name} without it where the user wants that`, async () => {
      const { stream, sent } = open(['redact']);
      await stream(request);
      assert.match(textOf(sent[0]), /\[redacted: API_TOKEN\]/);
      assert.doesNotMatch(textOf(sent[0]), new RegExp(SECRET));
    });
  }

  it('asks nobody about a conversation without secrets, and leaves it as it is', async () => {
    const { stream, sent, asked } = open();
    const request = requestOf([prompt('Hello')]);
    await stream(request);
    assert.deepEqual([sent[0] === request, asked], [true, []]);
  });

  it('asks once about what is sent all the same, and again where it comes again', async () => {
    const { stream, sent, asked } = open(['send', 'stop']);
    const first = prompt(`Use ${SECRET}.`);
    await stream(requestOf([first]));
    await stream(requestOf([first, prompt('Go on.')]));
    assert.deepEqual([sent.length, asked.length], [2, 1]);
    assert.match(textOf(sent[1]), new RegExp(SECRET));
    await stream(requestOf([first, prompt(`And now ${SECRET}?`)]));
    assert.deepEqual([sent.length, asked.length], [2, 2]);
  });

  it('leaves out without a further question what was to be left out, wherever it comes again', async () => {
    const { stream, sent, asked } = open(['redact']);
    const first = prompt(`Use ${SECRET}.`);
    await stream(requestOf([first]));
    await stream(requestOf([first, result(`API_TOKEN=${SECRET}`)]));
    assert.deepEqual([sent.length, asked.length], [2, 1]);
    assert.doesNotMatch(textOf(sent[1]), new RegExp(SECRET));
  });

  it('sends no secret that was to be left out with another one that may be sent', async () => {
    const { stream, sent } = open(['redact', 'send']);
    const first = prompt(`Use ${SECRET}.`);
    await stream(requestOf([first]));
    await stream(requestOf([first, prompt(`Or ${OTHER}?`)]));
    assert.match(textOf(sent[1]), new RegExp(OTHER));
    assert.doesNotMatch(textOf(sent[1]), new RegExp(SECRET));
  });

  it('sends nothing where nobody can be asked, unless secrets are to be left out', async () => {
    const alone = open([], { ask: undefined as never });
    const end = await alone.stream(requestOf([prompt(SECRET)]));
    assert.deepEqual([alone.sent.length, end?.type], [0, 'failed']);
    const redacting = open([], { ask: undefined as never, redacts: () => true });
    await redacting.stream(requestOf([prompt(SECRET)]));
    assert.match(textOf(redacting.sent[0]), /redacted: API_TOKEN/);
  });

  it('holds for questions besides the conversation', async () => {
    const { guarded, sent } = open(['stop']);
    const reply = await guarded.generate(requestOf([prompt(`Search for ${SECRET}`)]), new AbortController().signal);
    assert.deepEqual([reply.ok, sent.length], [false, 0]);
  });

  it('counts and compares texts without their secrets, and asks nobody for that', async () => {
    const { guarded, sent, asked } = open();
    const { signal } = new AbortController();
    await guarded.countTokens(requestOf([prompt(SECRET)]), signal);
    await guarded.embed([`x ${SECRET}`], 'm', signal);
    assert.deepEqual([sent.map(each => textOf(each).includes(SECRET)), asked], [[false, false], []]);
  });

  it('ends with the run while its question is open', async () => {
    const stop = new AbortController();
    const { stream, sent } = open([], {
      ask: async () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    const end = await stream(requestOf([prompt(SECRET)]), stop.signal);
    assert.ok(end?.type === 'failed');
    assert.deepEqual([end.failure.kind, sent.length], ['cancelled', 0]);
  });

  it('looks at each piece of a conversation once, however long that gets', async () => {
    const { stream, scanner } = open();
    const messages: Message[] = [];
    for (let turn = 0; turn < 50; turn++) {
      messages.push(prompt(`Prompt ${turn} ${'words '.repeat(100)}`));
      await stream(requestOf([...messages]));
    }
    const total = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
    assert.ok(scanner.looked < total * 1.5, `${scanner.looked} characters of ${total}`);
  });
});
