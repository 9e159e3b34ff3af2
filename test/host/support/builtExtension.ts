import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as extension from '../../../src/extension';

/** The extension as it is built, one of its own. VS Code finds the same as before, see `keepAsleep`. */
export function loadExtension(): typeof extension {
  const require = createRequire(__filename);
  const main = join(__dirname, '../../dist/extension.js');
  const before = require.cache[main];
  Reflect.deleteProperty(require.cache, main);
  try {
    return require(main) as typeof extension;
  } finally {
    require.cache[main] = before;
  }
}

/** Values that an extension stores, in memory. */
export function memento() {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
    setKeysForSync: () => undefined,
  };
}
