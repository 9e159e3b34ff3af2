import { platform } from 'node:os';

/** How requests without an editor name themselves. */
export function userAgentOf(version: string): string {
  return `Pollux/${version} (${platform()}; headless)`;
}
