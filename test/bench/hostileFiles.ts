// Files, pages and edits that are made to be slow to read, by what reads them.
import { addEnvFiles } from '../../src/config/dotEnv';
import { withQuotedArgs } from '../../src/context/commands/custom/quoteArgs';
import { parseTomlTemplate } from '../../src/context/commands/custom/template';
import { importReferences } from '../../src/context/memory/importReferences';
import { findMentions } from '../../src/context/mentions/findMentions';
import { isTooMuch, plainPage } from '../../src/node/web/plainPage';
import { isPlainAwkScript } from '../../src/policy/shell/free/awkScript';
import { replaceText } from '../../src/tools/text/replaceText';
import { named, type HostileText } from './hostileTexts';

const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Texts of 250 kB, and what is searched for in them. */
const EDITS: Readonly<Record<string, readonly [text: string, wanted: string]>> = {
  'blank lines behind a word': [' \n'.repeat(125_000), `X${' \n'.repeat(25_000)}`],
  'blank lines within': [' \n'.repeat(125_000), `X\n${' \n'.repeat(25_000)}Y`],
  'lines of tabs': ['\t\t\n'.repeat(80_000), `X${'\t\n'.repeat(25_000)}Y`],
  'lines that are all alike': ['a\n'.repeat(125_000), `X\n${'a\n'.repeat(25_000)}`],
  'a text that is almost everywhere': ['ab'.repeat(125_000), `${'ab'.repeat(25_000)}c`],
  'a word on each line': ['x\n'.repeat(125_000), `${'x \n'.repeat(16_000)}y`],
  'braces with a blank': ['{}\n'.repeat(80_000), `${'{ }\n'.repeat(12_000)}x`],
  'escapes and quotes': ['"\'"\n'.repeat(60_000), `${'"\'" \n'.repeat(10_000)}b`],
};
/** Texts of 250 kB with very many hits, and what each becomes. */
const HITS: Readonly<Record<string, readonly [text: string, wanted: string, fresh: string]>> = {
  'each letter': ['ab'.repeat(125_000), 'a', 'c'],
  'each letter below the only end of a line': [`\r\n${'abc'.repeat(83_000)}`, 'a', 'a\nb'],
  'each letter above the only end of a line': [`${'abc'.repeat(83_000)}\r\n`, 'a', 'a\nb'],
  'each letter becomes 10 kB': ['ab'.repeat(125_000), 'a', 'x'.repeat(10_000)],
};
const PAGES: Readonly<Record<string, string>> = {
  '800 elements in each other': `${'<div>'.repeat(800)}x`,
  '300,000 links': '<a href=x>y</a>'.repeat(300_000),
  'tags that stay open': '<'.repeat(1_000_000),
  'attributes without an end': filled('<a b="', 1_000_000),
  'comments that stay open': filled('<!--', 1_000_000),
  'scripts that stay open': filled('<script>', 1_000_000),
};
const PROMPTS: Readonly<Record<string, string>> = {
  'mentions and blanks': filled('@ ', 100_000),
  'mentions in each other': filled('@a', 100_000),
  'escapes in mentions': `@${filled('\\ ', 100_000)}`,
  'braces that stay open': filled('!{', 100_000),
  'braces in each other': `!{${'{'.repeat(50_000)}${'}'.repeat(50_000)}`,
  'arguments side by side': filled('{{args}}', 100_000),
  'code that stays open': filled('`', 100_000),
  'fences of growing length': Array.from({ length: 400 }, (_, i) => `${'`'.repeat(i + 3)}\n@a.md`).join('\n'),
};
const VARIABLES: Readonly<Record<string, string>> = {
  '10,000 names': Array.from({ length: 10_000 }, (_, i) => `PERL_${i}_OPT_=x`).join('\n'),
  'a long name': `${'A_'.repeat(50_000)}=x`,
  'quotes that stay open': 'A="\n'.repeat(20_000),
};
const AWK: Readonly<Record<string, string>> = {
  'brackets that stay open': `/${'[a'.repeat(240)}`,
  'classes that stay open': `/${'[[:a:]'.repeat(80)}`,
  'tests without an end': '/[a]/ && '.repeat(55),
};

function readPrompt(text: string): void {
  findMentions(text);
  importReferences(text);
  parseTomlTemplate(text);
  withQuotedArgs('echo {{args}}', text, 'bash');
}

function readPage(html: string): void {
  isTooMuch(html);
  plainPage(html);
}

export const HOSTILE_FILES: readonly HostileText[] = [
  ...Object.entries(EDITS).map(([name, [text, wanted]]) => ({
    name: `an edit of 250 kB: ${name}`,
    limitMs: 500,
    run: () => replaceText(text, wanted, 'y', 1),
  })),
  ...Object.entries(HITS).map(([name, [text, wanted, fresh]]) => ({
    name: `an edit of 250 kB everywhere: ${name}`,
    limitMs: 100,
    run: () => replaceText(text, wanted, fresh, null),
  })),
  ...named('a page of 1 MB', PAGES, 500, readPage),
  ...named('a prompt', PROMPTS, 100, readPrompt),
  ...named('a .env file', VARIABLES, 100, text => addEnvFiles({}, [{ file: '.env', isProject: true, text }], [])),
  ...named('an awk script', AWK, 100, isPlainAwkScript),
];
