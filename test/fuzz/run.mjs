// npm run fuzz: the fuzz tests with far more cases than `npm test` has time for.
//   node test/fuzz/run.mjs [test files…]
// POLLUX_FUZZ_RUNS says how many of each, POLLUX_FUZZ_SEED where chance begins.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const all = readdirSync(here).filter(name => name.endsWith('.test.ts'));
const files = process.argv.length > 2 ? process.argv.slice(2) : all.map(name => `test/fuzz/${name}`);
const env = { POLLUX_FUZZ_RUNS: '100000', ...process.env };
const { status } = spawnSync('npx', ['mocha', '--timeout', '0', ...files], { cwd: root, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
