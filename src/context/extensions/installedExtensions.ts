import * as l10n from '@vscode/l10n';
import type { ExtensionDisk, StagedExtension } from '../../agent/ports/extensions';
import { Extensions, type ExtensionsOptions, type InstalledExtension } from './extensions';

/** The installed extensions, read again each time. */
export class InstalledExtensions {
  constructor(private readonly reading: ExtensionsOptions) {}

  async all(): Promise<readonly InstalledExtension[]> {
    return (await new Extensions(this.reading).find()).extensions;
  }

  async find(name: string): Promise<InstalledExtension | undefined> {
    return (await this.all()).find(each => each.name.toLowerCase() === name.toLowerCase());
  }

  async required(name: string): Promise<InstalledExtension> {
    const found = await this.find(name);
    if (!found) throw new Error(l10n.t('There is no extension “{0}”.', name));
    return found;
  }

  async from(source: string): Promise<InstalledExtension | undefined> {
    return (await this.all()).find(({ install }) => install?.source === source);
  }

  /** Reads an extension that was fetched but is not installed yet. Throws an `Error` with its problem. */
  async readStaged({ folder, metadata }: StagedExtension): Promise<InstalledExtension> {
    const disk: ExtensionDisk = {
      ...this.reading.disk,
      list: async () => [folder],
      enablement: async () => undefined,
    };
    const { only: _only, agreed: _agreed, ...reading } = this.reading;
    const { extensions, problems } = await new Extensions({ ...reading, disk }).find();
    const [extension] = extensions;
    if (extension) return extension;
    const [problem] = problems.filter(({ severity }) => severity !== 'hint');
    const where = problem?.line === undefined ? 'gemini-extension.json' : `gemini-extension.json:${problem.line}`;
    throw new Error(l10n.t('{0} isn’t an extension. {1}: {2}', metadata.source, where, problem?.message ?? ''));
  }
}
