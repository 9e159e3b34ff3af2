// How a server without the SDK is reached: `open[transport](receive)` calls `receive` with each message, with what sends
// text in answer to it, or by the server's own accord once that is over, and with what ends the answer's stream.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const EVENTS = { 'content-type': 'text/event-stream' };
const event = (data, type = 'message') => `event: ${type}\ndata: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
/** What makes no message, in a stream of events. */
const NOISE = `: Starting up…\n\n${event('{"broken": ')}${event('hello')}${event('{}', 'weather')}`;

async function bodyOf(request) {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

function listen(answer) {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

export const open = {
  stdio(receive, hasNoise) {
    if (hasNoise) process.stdout.write('\uFEFFStarting up…\n\n{"broken": \nhello\r\n');
    const write = text => process.stdout.write(`${text}\n`);
    createInterface({ input: process.stdin }).on('line', line => receive(JSON.parse(line), write));
  },

  /** Each answer is a stream that ends with it; what comes later goes to the stream of the server's own messages. */
  http(receive, hasNoise) {
    let own;
    listen(async (request, response) => {
      if (request.method === 'GET') {
        own = response.writeHead(200, EVENTS);
        own.write(': open\n\n');
        return;
      }
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = JSON.parse(await bodyOf(request));
      if (message.id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, EVENTS);
      if (hasNoise) response.write(NOISE);
      const write = text => {
        if (response.writableEnded) return void own?.write(event(text));
        response.write(event(text));
        if (!text.includes('"method"')) response.end();
      };
      receive(message, write, () => response.end());
    });
  },

  /** One stream has all messages. */
  sse(receive, hasNoise) {
    let stream;
    listen(async (request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, EVENTS);
        if (hasNoise) stream.write(NOISE);
        stream.write(event('/messages', 'endpoint'));
        return;
      }
      const message = JSON.parse(await bodyOf(request));
      response.writeHead(202).end();
      receive(
        message,
        text => stream.write(event(text)),
        () => stream.end(),
      );
    });
  },
};
