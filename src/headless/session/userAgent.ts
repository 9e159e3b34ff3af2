import { platform } from 'node:os';

/** The user agent of requests without an editor. */
export function userAgentOf(version: string): string {
  return `Pollux/${version} (${platform()}; headless)`;
}
