import type { ExtensionDisk, ExtensionInstaller } from '../../agent/ports/extensions';
import { isEnablement, readEnablement, withoutExtension, withRule, type Enablement } from './enablement';

/** The file that says where each extension is enabled. */
export class EnablementFile {
  constructor(
    private readonly disk: Pick<ExtensionDisk, 'enablement'>,
    private readonly installer: Pick<ExtensionInstaller, 'saveEnablement'>,
  ) {}

  /** In a folder and below. */
  async set(name: string, folder: string, isOn: boolean): Promise<void> {
    await this.#save(withRule(await this.#read(), name, folder, isOn));
  }

  async forget(name: string): Promise<void> {
    const enablement = await this.#read();
    if (Object.hasOwn(enablement, name)) await this.#save(withoutExtension(enablement, name));
  }

  /** Throws if the file can't be read, because writing it would lose its content. */
  async #read(): Promise<Enablement> {
    const enablement = readEnablement(await this.disk.enablement());
    if (!isEnablement(enablement)) throw new Error(`${enablement.file}: ${enablement.message}`);
    return enablement;
  }

  #save(enablement: Enablement): Promise<void> {
    return this.installer.saveEnablement(`${JSON.stringify(enablement, undefined, 2)}\n`);
  }
}
