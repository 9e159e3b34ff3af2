// Texts that are made to be slow to read, by what reads them; each is as large as it may be there, or larger.
import { parseSettings } from '../../src/config/settingsText';
import { readFrontMatter } from '../../src/context/frontMatter';
import { readServerSentEvents } from '../../src/gemini/serverSentEvents';
import { parseRules } from '../../src/policy/rules';
import { redact } from '../../src/shared/redact';
import { BlockSplitter } from '../../webview/markdown/blocks';
import { createMarkdown, renderMarkdown } from '../../webview/markdown/markdown';

const KILOBYTE = 1000;

const FRONT_MATTER: Readonly<Record<string, string>> = {
  'aliases of aliases': Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}x]`).join('\n'),
  'lists in lists, a level a line': Array.from({ length: 130 }, (_, i) => `${' '.repeat(i)}-`).join('\n'),
  'quotes that stay open': `"${'\'"'.repeat(4900)}`,
  'keys without values': '? '.repeat(18) + '\n? a'.repeat(2400),
  'a map of 4,900 keys on one line': `a: {${'a,'.repeat(4900)}}`,
  'keys of keys': `a: ${'b: '.repeat(3000)}`,
  '1,200 lines with two colons': 'a: b: c\n'.repeat(1200),
  'empty keys': '?\n'.repeat(4900),
  'a block of blanks': `a: |\n${' '.repeat(9900)}`,
  'anchors and tags': '!!a &b '.repeat(1400),
  '1 MB without an end': `a: ${'x'.repeat(1000 * KILOBYTE)}`,
};

const TOML: Readonly<Record<string, string>> = {
  'lists in lists': `a = ${'['.repeat(100 * KILOBYTE)}`,
  'tables in tables': `a = ${'{a='.repeat(30 * KILOBYTE)}`,
  'keys of 20,000 parts': `${'a.'.repeat(20 * KILOBYTE)}a = 1`,
  'headings of 20,000 parts': `[${'a.'.repeat(20 * KILOBYTE)}a]`,
  'quotes that stay open': 'a = """'.repeat(10 * KILOBYTE),
  blanks: `a = ${' \t'.repeat(50 * KILOBYTE)}1`,
  digits: `a = ${'1_'.repeat(50 * KILOBYTE)}1`,
};

const JSON_TEXTS: Readonly<Record<string, string>> = {
  'lists in lists': '['.repeat(100 * KILOBYTE),
  'objects in objects': '{"a":'.repeat(20 * KILOBYTE),
  'closed lists in lists': `{"a":${'['.repeat(5 * KILOBYTE)}${']'.repeat(5 * KILOBYTE)}}`,
  commas: `{"a":[${','.repeat(100 * KILOBYTE)}]}`,
  escapes: `{"a":"${'\\u0041'.repeat(15 * KILOBYTE)}"}`,
  'a list of 490,000 numbers': `{"a":[${'1,'.repeat(490 * KILOBYTE)}1]}`,
  '80,000 keys': `{${Array.from({ length: 80 * KILOBYTE }, (_, i) => `"k${i}":1`).join(',')}}`,
  'comments that stay open': '/*'.repeat(50 * KILOBYTE),
  'the same key': `{${'"a":1,'.repeat(15 * KILOBYTE)}"a":1}`,
  'a key on each of 9,000 lines': `{${Array.from({ length: 9 * KILOBYTE }, (_, i) => `\n"k${i}":1`).join(',')}}`,
};

const MARKDOWN: Readonly<Record<string, string>> = {
  stars: '*'.repeat(16 * KILOBYTE),
  'stars and letters': '*a_ '.repeat(4 * KILOBYTE),
  brackets: '['.repeat(16 * KILOBYTE),
  'links that stay open': '[a](<b'.repeat(2500),
  'pictures that stay open': '![a]('.repeat(3 * KILOBYTE),
  quotes: '>'.repeat(16 * KILOBYTE),
  backticks: Array.from({ length: 170 }, (_, i) => '`'.repeat(i + 1)).join('a'),
  'lists in lists': Array.from({ length: 170 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  addresses: 'http://a.'.repeat(1700),
  tables: `|a|\n|-|\n${'|'.repeat(15 * KILOBYTE)}`,
  angles: '<'.repeat(16 * KILOBYTE),
  entities: '&#x'.repeat(5 * KILOBYTE),
};

const STREAM: Readonly<Record<string, string>> = {
  '1 MB of one line': `data: ${'x'.repeat(1000 * KILOBYTE)}`,
  '200,000 lines of one event': 'data:x\n'.repeat(200 * KILOBYTE),
  '500,000 events of nothing': 'data:\n\n'.repeat(166 * KILOBYTE),
  '1 MB of ends of lines': '\r\n'.repeat(500 * KILOBYTE),
  '1 MB that is no field': 'x\n'.repeat(500 * KILOBYTE),
};

const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const KEYS: Readonly<Record<string, string>> = {
  'keys next to each other in hexadecimal': hex(`AIza${'a'.repeat(70)} `.repeat(600)),
  'keys next to each other in base64': base64(`AQ.${'a'.repeat(64)}`.repeat(1000)),
  'beginnings of keys in hexadecimal': hex('AKIA').repeat(6 * KILOBYTE),
  'beginnings of keys in base64': base64('sk-').repeat(12 * KILOBYTE),
  ...Object.fromEntries(
    ['AQ.', 'AIza', 'eyJ', 'xox', 'ghr_'].flatMap(beginning => [
      [`lookalikes in hexadecimal: ${beginning}`, hex(beginning).repeat((50 * KILOBYTE) / hex(beginning).length)],
      [`lookalikes in base64: ${beginning}`, base64(beginning.repeat(36 * KILOBYTE)).slice(0, 50 * KILOBYTE)],
    ]),
  ),
  'beginnings of keys': '-----BEGIN '.repeat(4 * KILOBYTE),
};

/** A command's output may be this large before it is cut. */
const LARGE = 256 * KILOBYTE;
const filled = (text: string) => text.repeat(Math.ceil(LARGE / text.length)).slice(0, LARGE);
const bytesOf = (text: string, before: string) =>
  Array.from(text, each => before + each.charCodeAt(0).toString(16)).join('');
const MANY_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  ['eyJ', 'AKIA', 'AQ.', 'AIza', 'sk-', 'ya29.'].flatMap(beginning => [
    [`base64 of ${beginning}`, base64(filled(beginning)).slice(0, LARGE)],
    [`base64 in lines of ${beginning}`, base64(filled(beginning)).slice(0, LARGE).replace(/.{76}/g, '$&\n')],
    [`hexadecimal of ${beginning}`, filled(hex(beginning))],
    [`percent-encoding of ${beginning}`, filled(bytesOf(beginning, '%'))],
    [`bytes with blanks of ${beginning}`, filled(bytesOf(beginning, ' '))],
    [`backwards ${beginning}`, filled(Array.from(beginning).reverse().join(''))],
  ]),
);

const settings = (text: string) => parseSettings({ scope: 'workspace', file: 'settings.json', text });

/** `run` may throw an error of its own kind: to refuse is an answer. */
export interface HostileText {
  readonly name: string;
  readonly run: () => unknown;
  readonly limitMs: number;
}

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...named('front matter', FRONT_MATTER, 100, text => readFrontMatter(`---\n${text}\n---\nx`)),
  ...named('rules in TOML', TOML, 100, text => parseRules(text, 'a.toml', 'user')),
  ...named('settings in JSON', JSON_TEXTS, 100, settings),
  ...named('Markdown', MARKDOWN, 100, draw),
  ...named('keys in 50 kB', KEYS, 100, redact),
  ...named('lookalikes of keys in 256 kB', MANY_KEYS, 100, redact),
  ...named('a stream of events', STREAM, 500, text => readStream(text, 10 * KILOBYTE)),
];

/** Texts of one kind, each with what reads it. */
export function named(
  kind: string,
  texts: Readonly<Record<string, string>>,
  limitMs: number,
  read: (text: string) => unknown,
): readonly HostileText[] {
  return Object.entries(texts).map(([name, text]) => ({ name: `${kind}: ${name}`, limitMs, run: () => read(text) }));
}

function draw(text: string): void {
  const markdown = createMarkdown();
  const splitter = new BlockSplitter(markdown);
  splitter.push(text);
  while (splitter.hasUnread) splitter.next();
  splitter.finish();
  renderMarkdown(markdown, text);
}

/** In pieces of so many bytes, which cut each event anywhere. */
export async function readStream(text: string, size: number): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
  let count = 0;
  for await (const events of readServerSentEvents(body)) count += events.length;
  return count;
}
