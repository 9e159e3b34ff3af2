import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

// With UPDATE_L10N=1 what is missing is added to the translations, marked as still to be translated.
const mayUpdate = process.env.UPDATE_L10N === '1';
const TODO = 'TODO ';

/** Texts by their keys. */
type Texts = Readonly<Record<string, string>>;

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const readTexts = (file: string): Texts => JSON.parse(read(file)) as Texts;
const filesIn = (folder: string, name: RegExp, recursive = false): string[] =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive })
    .filter(file => name.test(file))
    .map(file => join(folder, file));

const sources = ['src', 'webview'].flatMap(folder => filesIn(folder, /\.tsx?$/, true));
const bundles = filesIn(join('media', 'l10n'), /^bundle\.l10n\..+\.json$/);
const manifests = filesIn('.', /^package\.nls\..+\.json$/);

const IMPORT = "import * as l10n from '@vscode/l10n';";

/** The texts of the code, each its own key. All code is read under one import, since each import costs a search. */
async function textsOfCode(): Promise<Texts> {
  const found = await getL10nJson(
    ['.ts', '.tsx'].map(extension => {
      const texts = sources.filter(file => extname(file) === extension).map(read);
      return { extension, contents: `${IMPORT}\n${texts.join('\n').replace(/^import .*$/gm, '')}` };
    }),
  );
  return Object.fromEntries(Object.keys(found).map(text => [text, text]));
}

/** What a translation has to take over as it is: placeholders, addresses of links, code. */
function fixedIn(text: string): string[] {
  return [...text.matchAll(/\{\d+\}|\]\([^)]*\)|`[^`]*`/g)].map(String).sort();
}

function problemsOf(translated: Texts, english: Texts): string[] {
  const missing = Object.keys(english).filter(key => translated[key] === undefined);
  return [
    ...missing.map(key => `missing: ${JSON.stringify(key)}: ${JSON.stringify(english[key])}`),
    ...Object.entries(translated).flatMap(([key, text]) => {
      const problem = problemOf(text, english[key]);
      return problem === undefined ? [] : [`${problem}: ${JSON.stringify(key)}: ${JSON.stringify(text)}`];
    }),
  ];
}

function problemOf(text: string, english: string | undefined): string | undefined {
  if (english === undefined) return 'left over';
  if (text.trim() === '') return 'empty';
  if (text.startsWith(TODO)) return 'still to be translated';
  return fixedIn(text).join() === fixedIn(english).join() ? undefined : `does not keep ${fixedIn(english).join(' ')}`;
}

function addMissing(file: string, english: Texts): void {
  const marked = Object.entries(english).map(([key, text]) => [key, `${TODO}${text}`] as const);
  const all: Texts = { ...Object.fromEntries(marked), ...readTexts(file) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, file), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function holdTranslation(file: string, english: Texts): void {
  if (mayUpdate) addMissing(file, english);
  const problems = problemsOf(readTexts(file), english);
  if (problems.length > 0) assert.fail([`${file}; UPDATE_L10N=1 adds what is missing:`, ...problems].join('\n  '));
}

describe('l10n', () => {
  it('is given texts that can be found: each one literal, and nothing else', () => {
    // Also an import under another name, whose calls would not be found.
    const odd =
      /\bl10n\.t\b(?!\(\s*(['"])(?:\\.|(?!\1)[^\\\n])*\1\s*[,)])|^import (?!\* as l10n from).*'@vscode\/l10n'/gm;
    const found = sources.flatMap(file => {
      const text = read(file);
      const lineAt = (index: number) => text.slice(0, index).split('\n').length;
      return [...text.matchAll(odd)].map(({ index }) => `${file}:${lineAt(index)}: ${text.slice(index, index + 80)}`);
    });
    if (found.length > 0) assert.fail(found.join('\n'));
  });

  it('has for each language both a bundle and a manifest', () => {
    const languagesOf = (files: readonly string[]) => files.map(file => file.split('.').at(-2));
    assert.deepEqual(languagesOf(bundles), languagesOf(manifests));
  });

  for (const file of bundles) {
    it(`has a translation for each text of the code, and no other, in ${file}`, async () => {
      holdTranslation(file, await textsOfCode());
    }).timeout(30_000);
  }

  for (const file of manifests) {
    it(`has a translation for each text of the manifest, and no other, in ${file}`, () => {
      holdTranslation(file, readTexts('package.nls.json'));
    });
  }
});
