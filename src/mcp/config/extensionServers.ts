import type { ActiveExtension } from '../../agent/ports/extensions';
import type { ServerConfig } from './serverConfig';
import { readServerRow } from './readServerRow';

/** The servers of extensions. Problems with their rows were reported where they were read. */
export function extensionServers(active: readonly ActiveExtension[]): readonly ServerConfig[] {
  return active.flatMap(({ name: extension, file, path, mcpServers }) =>
    mcpServers.flatMap(({ name, row, line }) => {
      const { config } = readServerRow(name, row, { scope: 'extension', file, line, extension, folder: path });
      return config ? [config] : [];
    }),
  );
}
