import { keyOf, type Brought } from './brings';
import type { InstalledExtension } from './extensions';
import type { ConsentQuestion, ManageOptions } from './manageOptions';

/** The content of each extension that the user has approved. */
export class Consents {
  constructor(private readonly options: Pick<ManageOptions, 'consent' | 'kept' | 'reading'>) {}

  ask(
    { name, version, brings }: InstalledExtension,
    source: string,
    why: ConsentQuestion['why'],
    added: readonly Brought[],
  ): Promise<boolean> {
    return this.options.consent({ name, version, source, why, brings, added });
  }

  /** Undefined if no approval is recorded. */
  of(name: string): readonly string[] | undefined {
    return this.options.reading.agreed?.(name);
  }

  record({ name, brings }: InstalledExtension): void {
    this.options.kept.set(name, brings.map(keyOf));
  }

  forget(name: string): void {
    this.options.kept.set(name, undefined);
  }
}
