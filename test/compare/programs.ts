import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Reply } from '../support/gemini/replies';
import type { GeminiRequest } from '../support/gemini/request';
import { startGeminiServer } from '../support/geminiServer';
import type { Scratch } from '../support/scratch';

export type ProgramName = 'Gemini CLI' | 'Pollux';

/** A program with the same flags and files as the other. */
export interface Program {
  readonly name: ProgramName;
  readonly script: string;
}

export function programs(geminiCli: string): readonly Program[] {
  return [
    { name: 'Gemini CLI', script: geminiCli },
    { name: 'Pollux', script: join(__dirname, '..', '..', 'dist', 'headless.js') },
  ];
}

export interface Run {
  readonly code: number | null;
  readonly requests: readonly GeminiRequest[];
  readonly err: string;
}

const LIMIT_MS = 120_000;

/** Runs a program in `home/work/app` with a server of its own, which gives these answers and then says "Done." */
export async function runProgram(
  { script }: Program,
  scratch: Scratch,
  args: readonly string[],
  replies: readonly Reply[] = [],
): Promise<Run> {
  await using server = await startGeminiServer({ validate: false });
  server.replies(replies);
  const home = scratch.absolute('home');
  // CI is left out: Gemini CLI does less where it is set.
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GEMINI_CLI_HOME: home,
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: scratch.absolute('system/settings.json'),
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_API_KEY: 'good',
    GOOGLE_GEMINI_BASE_URL: server.url,
    NO_PROXY: '*',
  };
  const child = spawn(process.execPath, [script, ...args], {
    cwd: scratch.absolute('home/work/app'),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  clearTimeout(timer);
  const requests = server.requests.filter(({ method }) => /generateContent$/i.test(method));
  return { code, requests, err };
}
