import { equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const root = join(__dirname, '..', '..', '..', '..');
const modules = join(root, 'node_modules');

/** Evaluates a hundred commands, then does what `after` says. */
const script = (after: string) => `${bundled()}; (async () => {
  const { loadBashParser } = module.exports;
  const parse = await loadBashParser({
    runtime: ${JSON.stringify(join(modules, 'web-tree-sitter/web-tree-sitter.wasm'))},
    grammar: ${JSON.stringify(join(modules, 'tree-sitter-bash/tree-sitter-bash.wasm'))},
  });
  for (let i = 0; i < 100; i++) parse('for f in $(ls); do echo "$f" | sort > x && rm -rf y; done');
  ${after}
})();`;

/** As JavaScript, because what reads TypeScript has WebAssembly of its own. */
function bundled(): string {
  const entryPoints = [join(root, 'src/node/process/shellGrammar.ts')];
  const external = ['web-tree-sitter'];
  const { outputFiles } = buildSync({ entryPoints, external, bundle: true, platform: 'node', write: false });
  return outputFiles[0]?.text ?? '';
}

/** A module of one function, which counts down. */
const COUNTING = [
  '0061736d01000000',
  '010601' + '60017f017f',
  '03020100',
  '070701' + '0373756d' + '0000',
  '0a1e01' + '1c' + '01017f' + '0340' + '200120006a2101' + '200041016b2200' + '41004a' + '0d00' + '0b' + '2001' + '0b',
].join('');
const count = `
  const { instance } = await WebAssembly.instantiate(Buffer.from('${COUNTING}', 'hex'));
  for (let i = 0; i < 200; i++) instance.exports.sum(100000);`;

/** What V8 says of the WebAssembly that it compiles while the script runs. */
const compilationOf = (text: string) => printed(text, '--trace-wasm-compilation-times');

async function printed(text: string, ...flags: string[]): Promise<string> {
  const args = [...flags, '--input-type=commonjs', '-e', text];
  return (await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 1 << 28 })).stdout;
}

describe('the grammar of bash', () => {
  it('is compiled once and not optimized, which would take seconds of a core', async () => {
    const compiled = await compilationOf(script(''));
    match(compiled, /liftoff/i);
    equal(/turbofan/i.test(compiled), false);
  });

  it('leaves other WebAssembly to be optimized as ever', async () => {
    match(await compilationOf(script(count)), /turbofan/i);
  });

  it('keeps the process running until it is compiled, which V8 does not do in every version of Node', async () => {
    const timers = `process.getActiveResourcesInfo().filter(each => each === 'Timeout').length`;
    const compiling = `
      const { compile } = WebAssembly;
      WebAssembly.compile = (...all) => { console.log('compiling with', ${timers}); return compile(...all); };
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = (...all) => { console.log('compiling with', ${timers}); return instantiate(...all); };`;
    const all = await printed(`${compiling}${script(`console.log('compiled with', ${timers});`)}`);
    match(all, /^(compiling with 1\n)+compiled with 0\n$/);
  });
});
