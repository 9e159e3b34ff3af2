import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import { InputError, readCommandLine, type FlagDefinition } from '../commandLine';
import { EXIT } from '../exitCodes';
import { sayProblems } from '../headlessConfiguration';
import { createExtensions } from '../headlessExtensions';
import type { Streams } from '../output';
import { extensionsText, namesText } from './listExtensions';

export const EXTENSIONS_HELP = `Usage: pollux extensions COMMAND

  list [-o text|json]              the extensions that are installed, and what each brings
`;

const DEFINITIONS: readonly FlagDefinition[] = [
  { name: 'output-format', short: 'o', takes: 'text' },
  { name: 'debug', short: 'd', takes: 'nothing' },
  { name: 'help', short: 'h', takes: 'nothing' },
];

export interface RunExtensionsOptions {
  readonly streams: Streams;
  readonly configuration: () => Promise<Configuration>;
}

/** True for `pollux extensions …`, whose flags are its own. */
export function isExtensions([word]: readonly string[]): boolean {
  return word === 'extensions' || word === 'extension';
}

/** Runs `pollux extensions`; `args` are those behind the word. Throws `InputError`. */
export async function runExtensions(args: readonly string[], options: RunExtensionsOptions): Promise<number> {
  const line = readCommandLine(args, DEFINITIONS);
  const [verb, ...words] = line.positionals;
  if (line.isOn('help')) {
    options.streams.out(EXTENSIONS_HELP);
    return EXIT.done;
  }
  if (verb !== 'list' || words.length > 0) throw new InputError(EXTENSIONS_HELP);
  const format = line.text('output-format') ?? 'text';
  if (format !== 'text' && format !== 'json') throw new InputError(`--output-format must be text or json: ${format}`);
  const extensions = await installed(options, line.isOn('debug'));
  options.streams.out(extensionsText(extensions, format));
  return EXIT.done;
}

/** What `--list-extensions` prints. */
export async function listNames(options: RunExtensionsOptions): Promise<string> {
  return namesText(await installed(options, false));
}

async function installed({ streams, configuration }: RunExtensionsOptions, isDebug: boolean) {
  const found = await configuration();
  const { home = homedir() } = found.environment;
  const { extensions, problems } = await (await createExtensions(found, home)).find();
  sayProblems(problems, { isDebug }, streams.err);
  return extensions;
}
