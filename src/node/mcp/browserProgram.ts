import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

/** The program and arguments that open a page, from `BROWSER` (`%s` is the page) or by platform; undefined: unknown. */
export function browserCommand(
  page: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  const { BROWSER: named = '' } = env;
  if (named.trim() !== '') {
    const words = existsSync(named) ? [named] : wordsOf(named);
    const [program = named, ...args] = words.map(word => word.replaceAll('%s', page));
    return words.some(word => word.includes('%s')) ? [program, ...args] : [program, ...args, page];
  }
  if (platform === 'darwin') return ['open', page];
  // Never through a shell, which could interpret the address as a command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', page];
  const hasScreen = Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
  return hasScreen ? ['xdg-open', page] : undefined;
}

/** Opens a page; false: no program is known or it couldn't be started. Doesn't wait for it to end. */
export async function openInBrowser(page: string, env: Env): Promise<boolean> {
  const command = /^https?:\/\//i.test(page) ? browserCommand(page, env) : undefined;
  if (!command) return false;
  const [program, ...args] = command;
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...env } });
    child.once('error', () => resolve(false)).once('spawn', () => resolve(true));
    child.unref();
  });
}

/** Splits at whitespace, except in quotes; no other shell syntax. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
