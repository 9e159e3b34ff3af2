// What the Gemini SDK, or bare fetch, costs for the same conversation without Pollux: `sdkAlone.cjs sdk|fetch PROMPT`.
const { join } = require('node:path');

const [how, prompt] = process.argv.slice(2);
const model = 'gemini-3.8-flash';
const contents = [{ role: 'user', parts: [{ text: prompt }] }];
const url = process.env.GOOGLE_GEMINI_BASE_URL;

async function* askThroughSdk() {
  const { GoogleGenAI } = require(join(__dirname, '../../dist/genai.js'));
  const client = new GoogleGenAI({ apiKey: 'any', apiVersion: 'v1beta', httpOptions: { baseUrl: url } });
  yield* await client.models.generateContentStream({ model, contents });
}

async function* askByFetch() {
  const address = `${url}/v1beta/models/${model}:streamGenerateContent?alt=sse`;
  const { body } = await fetch(address, { method: 'POST', body: JSON.stringify({ contents }) });
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n');
    rest = events.pop();
    for (const event of events) yield JSON.parse(event.slice('data: '.length));
  }
}

async function main() {
  for (let call = {}; call;) {
    call = undefined;
    const parts = [];
    for await (const chunk of how === 'sdk' ? askThroughSdk() : askByFetch()) {
      parts.push(...(chunk.candidates[0].content.parts ?? []));
    }
    call = parts.find(part => part.functionCall)?.functionCall;
    const { id, name } = call ?? {};
    contents.push({ role: 'model', parts });
    contents.push({ role: 'user', parts: [{ functionResponse: { id, name, response: { output: 'some text' } } }] });
  }
}

main().then(() => process.exit());
