import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Configuration } from '../../config/configuration';
import type { UpdateCheck } from '../../context/extensions/checkUpdates';
import type { UpdateOutcome } from '../../context/extensions/updateInstalled';
import { readFolder } from '../../node/config/extensionFiles';
import { readSecret } from '../../node/process/secretInput';
import { InputError, readCommandLine, type CommandLine, type FlagDefinition } from '../commandLine';
import { EXIT } from '../output/exitCodes';
import { sayProblems } from '../session/headlessConfiguration';
import { createExtensions } from '../session/headlessExtensions';
import type { Streams } from '../output/streams';
import { extensionsText, namesText } from './listExtensions';

const EXTENSIONS_HELP = `Usage: pollux extensions COMMAND

  list [-o text|json]              list the installed extensions and what each includes
  install SOURCE [--ref REF]       install an extension from a folder, an archive (.zip, .tar, .tar.gz), an https address
                                   of an archive, a git repository, or a GitHub release (https://github.com/OWNER/NAME)
  link FOLDER                      use an extension from its development folder
  update NAME | --all              update from where it was installed
  check [NAME]                     check for updates
  uninstall NAME... | --all        uninstall
  enable NAME [--scope SCOPE]      enable; SCOPE is user (default) or workspace, the current folder
  disable NAME [--scope SCOPE]     disable
  config NAME [VARIABLE]           set the settings of an extension; values are read from standard input
  new FOLDER                       create an extension
  validate FOLDER                  check an extension for errors

  --consent         agree to everything that an extension includes; it is listed first in any case
  --auto-update     let the editor update the extension automatically, unless it includes more than you agreed to
  --pre-release     include pre-releases on GitHub
  --skip-settings   install without asking for settings
`;

const DEFINITIONS: readonly FlagDefinition[] = [
  { name: 'output-format', short: 'o', takes: 'text' },
  { name: 'ref', takes: 'text' },
  { name: 'scope', takes: 'text' },
  { name: 'all', takes: 'nothing' },
  { name: 'consent', takes: 'nothing' },
  { name: 'skip-settings', takes: 'nothing' },
  { name: 'pre-release', takes: 'nothing' },
  { name: 'auto-update', takes: 'nothing' },
  { name: 'debug', short: 'd', takes: 'nothing' },
  { name: 'help', short: 'h', takes: 'nothing' },
];

export interface RunExtensionsOptions {
  readonly streams: Streams;
  readonly configuration: () => Promise<Configuration>;
}

/** Whether the arguments are `pollux extensions …`, which has its own flags. */
export function isExtensions([word]: readonly string[]): boolean {
  return word === 'extensions' || word === 'extension';
}

/** Runs `pollux extensions`; `args` are the arguments after that word. Throws `InputError`. */
export async function runExtensions(args: readonly string[], options: RunExtensionsOptions): Promise<number> {
  const line = readCommandLine(args, DEFINITIONS);
  const [verb = '', ...words] = line.positionals;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (line.isOn('help')) {
    options.streams.out(EXTENSIONS_HELP);
    return EXIT.done;
  }
  if (!run) throw new InputError(EXTENSIONS_HELP);
  try {
    return await run(words, line, options);
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error)) throw error;
    options.streams.err(`pollux: ${error.message}\n`);
    return EXIT.failed;
  }
}

type Verb = (words: readonly string[], line: CommandLine, options: RunExtensionsOptions) => Promise<number>;

const VERBS: Readonly<Record<string, Verb>> = {
  async list(words, line, options) {
    none(words);
    const format = line.text('output-format') ?? 'text';
    if (format !== 'text' && format !== 'json') throw new InputError(`--output-format must be text or json: ${format}`);
    options.streams.out(extensionsText(await installed(options, line.isOn('debug')), format));
    return EXIT.done;
  },

  async install(words, line, options) {
    const ref = line.text('ref');
    const source = {
      source: one(words),
      ...(ref !== undefined && { ref }),
      ...(line.isOn('auto-update') && { autoUpdate: true }),
      ...(line.isOn('pre-release') && { allowPreRelease: true }),
    };
    const extension = await (await manager(line, options)).install(source);
    return said(options, extension && `The extension "${extension.name}" is installed and enabled.`);
  },

  async link(words, line, options) {
    const extension = await (await manager(line, options)).install({ source: one(words), isLink: true });
    return said(options, extension && `The extension "${extension.name}" is linked and enabled.`);
  },

  async update(words, line, options) {
    const manage = await manager(line, options);
    const outcomes = line.isOn('all') ? await manage.updateAll() : [await manage.update(one(words))];
    for (const outcome of outcomes) options.streams.out(`${outcomeText(outcome)}\n`);
    if (outcomes.length === 0) options.streams.out('No extensions installed.\n');
    return outcomes.every(({ kind }) => kind === 'updated' || kind === 'current') ? EXIT.done : EXIT.failed;
  },

  async check(words, line, options) {
    const [name] = words.length === 0 ? [] : [one(words)];
    const manage = await manager(line, options);
    if (name !== undefined) await manage.find(name);
    const checks = (await manage.checkAll()).filter(each => name === undefined || each.name === name);
    for (const check of checks) options.streams.out(`${checkText(check)}\n`);
    if (checks.length === 0) options.streams.out('No extensions installed.\n');
    return checks.some(({ state }) => state === 'failed') ? EXIT.failed : EXIT.done;
  },

  async uninstall(words, line, options) {
    const manage = await manager(line, options);
    const names = line.isOn('all') ? (await installed(options, false)).map(({ name }) => name) : words;
    if (names.length === 0) throw new InputError('Name an extension.');
    for (const name of names) {
      await manage.uninstall(name);
      options.streams.out(`The extension "${name}" is uninstalled.\n`);
    }
    return EXIT.done;
  },

  async enable(words, line, options) {
    const name = one(words);
    const scope = scopeOf(line);
    const isEnabled = await (await manager(line, options)).enable(name, await folderOf(scope, options));
    return said(options, isEnabled && `The extension "${name}" is enabled (${scope}).`);
  },

  async disable(words, line, options) {
    const name = one(words);
    const scope = scopeOf(line);
    await (await manager(line, options)).disable(name, await folderOf(scope, options));
    return said(options, `The extension "${name}" is disabled (${scope}).`);
  },

  async config([name, envVar, ...more], line, options) {
    if (name === undefined || more.length > 0) throw new InputError(EXTENSIONS_HELP);
    const manage = await manager(line, options);
    const extension = await manage.find(name);
    const settings = extension.settings.filter(each => envVar === undefined || each.envVar === envVar);
    if (settings.length === 0) throw new InputError(`"${name}" has no setting "${envVar ?? ''}".`);
    if (envVar === undefined) {
      for (const each of settings) {
        const state = extension.env[each.envVar] === undefined ? 'not set' : 'set';
        options.streams.out(`${each.name} (${each.envVar}): ${state}. ${each.description}\n`);
      }
      return EXIT.done;
    }
    const value = await readSecret(process.stdin, () => options.streams.err(`${envVar} (not shown): `));
    if (value === undefined) return EXIT.interrupted;
    const { store } = await import('./manage');
    await store(await options.configuration(), extension, settings, value);
    return said(options, `"${envVar}" is set.`);
  },

  async new(words, _line, { streams }) {
    const folder = resolve(one(words));
    await mkdir(folder, { recursive: true });
    const manifest = { name: basename(folder), version: '1.0.0' };
    await writeFile(join(folder, 'gemini-extension.json'), `${JSON.stringify(manifest, undefined, 2)}\n`, {
      flag: 'wx',
    });
    streams.out(`Created an extension in ${folder}. Try it with: pollux extensions link ${folder}\n`);
    return EXIT.done;
  },

  async validate(words, _line, options) {
    const folder = await readFolder(resolve(one(words)), false);
    if (!folder) throw new InputError(`There is no folder ${words[0] ?? ''}`);
    const found = await options.configuration();
    const extensions = await createExtensions(found, found.environment.home ?? homedir(), { folder });
    const { problems, extensions: valid } = await extensions.find();
    sayProblems(problems, { isDebug: true }, options.streams.err);
    const [extension] = valid;
    if (!extension || problems.some(({ severity }) => severity !== 'hint')) return EXIT.failed;
    return said(options, `The extension "${extension.name}" (${extension.version}) is valid.`);
  },
};

async function manager(line: CommandLine, { streams, configuration }: RunExtensionsOptions) {
  const [isAgreed, skipsSettings] = [line.isOn('consent'), line.isOn('skip-settings')];
  const { openManager } = await import('./manage');
  const inputError = (message: string) => new InputError(message);
  return openManager({ configuration: await configuration(), streams, isAgreed, skipsSettings, inputError });
}

function one(words: readonly string[]): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new InputError(EXTENSIONS_HELP);
  return word;
}

function none(words: readonly string[]): void {
  if (words.length > 0) throw new InputError(EXTENSIONS_HELP);
}

function scopeOf(line: CommandLine): 'user' | 'workspace' {
  const scope = (line.text('scope') ?? 'user').toLowerCase();
  if (scope === 'user' || scope === 'workspace') return scope;
  throw new InputError(`--scope must be user or workspace: ${scope}`);
}

async function folderOf(scope: 'user' | 'workspace', { configuration }: RunExtensionsOptions): Promise<string> {
  return scope === 'workspace' ? process.cwd() : ((await configuration()).environment.home ?? homedir());
}

/** False or undefined: the user did not agree. */
function said({ streams }: RunExtensionsOptions, text: string | false | undefined): number {
  if (text) streams.out(`${text}\n`);
  else streams.err('pollux: Nothing was changed.\n');
  return text ? EXIT.done : EXIT.failed;
}

function outcomeText({ name, before, after, kind, message }: UpdateOutcome): string {
  switch (kind) {
    case 'updated':
      return `${name}: updated, ${before} → ${after}.`;
    case 'current':
      return `${name}: up to date (${after}).`;
    case 'declined':
      return `${name}: not updated.`;
    case 'failed':
      return `${name}: failed. ${message ?? ''}`;
    case 'notUpdatable':
      return `${name}: its source isn't known. Install it again to update it.`;
    default:
      return kind satisfies never;
  }
}

function checkText({ name, version, state, message }: UpdateCheck): string {
  switch (state) {
    case 'available':
      return `${name} (${version}): there is an update.`;
    case 'current':
      return `${name} (${version}): up to date.`;
    case 'unknown':
      return `${name} (${version}): run \`pollux extensions update ${name}\` to find out.`;
    case 'failed':
      return `${name} (${version}): failed. ${message ?? ''}`;
    default:
      return state satisfies never;
  }
}

/** The output of `--list-extensions`. */
export async function listNames(options: RunExtensionsOptions): Promise<string> {
  return namesText(await installed(options, false));
}

async function installed({ streams, configuration }: RunExtensionsOptions, isDebug: boolean) {
  const found = await configuration();
  const { home = homedir() } = found.environment;
  const { extensions, problems } = await (await createExtensions(found, home)).find();
  sayProblems(problems, { isDebug }, streams.err);
  if (!found.settings['admin.extensions.enabled'])
    streams.err('pollux: Your administrator has turned extensions off.\n');
  return extensions;
}
