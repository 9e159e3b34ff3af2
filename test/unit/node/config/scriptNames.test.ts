import assert from 'node:assert/strict';
import { digestScripts } from '../../../../src/node/config/hookScripts';
import { Scratch } from '../../../support/scratch';

/** The command of a hook, the files that there are, and one of them that it may run or load; its environment. */
type Case = readonly [
  command: string,
  files: Readonly<Record<string, string>>,
  runs: string,
  env?: Readonly<Record<string, string>>,
];
const RUNS: readonly Case[] = [
  ['sh a.sh', { 'a.sh': '. ./lib.sh', 'lib.sh': 'x' }, 'lib.sh'],
  ['sh hooks/a.sh', { 'hooks/a.sh': 'D=$(dirname "$0")\n. "$D/lib.sh"', 'hooks/lib.sh': 'x' }, 'hooks/lib.sh'],
  [
    'sh hooks/a.sh',
    { 'hooks/a.sh': 'here="${0%/*}"; source ${here}/lib/b.bash', 'hooks/lib/b.bash': 'x' },
    'hooks/lib/b.bash',
  ],
  ['bash hooks/a.sh', { 'hooks/a.sh': 'source "${BASH_SOURCE%/*}/b.sh"', 'hooks/b.sh': 'x' }, 'hooks/b.sh'],
  ['sh a.sh', { 'a.sh': 'for f in parts/*.sh; do . "$f"; done', 'parts/x.sh': 'x' }, 'parts/x.sh'],
  ['run-parts hooks.d', { 'hooks.d/10x': 'x' }, 'hooks.d/10x'],
  ['npm run x', { 'package.json': '{"scripts":{"x":"node s.js"}}', 's.js': 'require("./t")', 't.js': 'x' }, 't.js'],
  ['npm run x', { 'package.json': '{"scripts":{"prex":"sh p.sh","x":"true"}}', 'p.sh': 'x' }, 'p.sh'],
  [
    'npm run x -w pkg',
    { 'package.json': '{"workspaces":["pkg"]}', 'pkg/package.json': '{"scripts":{"x":"sh y.sh"}}', 'pkg/y.sh': 'x' },
    'pkg/y.sh',
  ],
  [
    'npm run x --workspaces',
    {
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': '{"scripts":{"x":"sh y.sh"}}',
      'packages/a/y.sh': 'x',
    },
    'packages/a/package.json',
  ],
  ['npm --prefix sub run x', { 'sub/package.json': '{"scripts":{"x":"sh y.sh"}}', 'sub/y.sh': 'x' }, 'sub/y.sh'],
  ['make x', { Makefile: 'include rules.mk\n', 'rules.mk': 'x:\n\tsh r.sh', 'r.sh': 'x' }, 'r.sh'],
  ['make', { Makefile: '-include local.mk\n', 'local.mk': 'x' }, 'local.mk'],
  ['make', { Makefile: 'include mk/*.mk\n', 'mk/a.mk': 'x' }, 'mk/a.mk'],
  ['make -C sub', { 'sub/Makefile': 'x:\n\tsh ../t.sh', 't.sh': 'x' }, 't.sh'],
  ['make -Csub', { 'sub/Makefile': 'x' }, 'sub/Makefile'],
  ['"$GEMINI_PROJECT_DIR"/h/a.sh', { 'h/a.sh': 'exec "$GEMINI_PROJECT_DIR/h/b"', 'h/b': 'x' }, 'h/b'],
  ['python3 "$GEMINI_PROJECT_DIR/h/a.py"', { 'h/a.py': 'from lib.z import q', 'h/lib/z.py': 'x' }, 'h/lib/z.py'],
  ['python3 a.py', { 'a.py': 'import helper', 'helper.py': 'x' }, 'helper.py'],
  ['python3 a.py', { 'a.py': 'import os, helper', 'helper.py': 'x' }, 'helper.py'],
  ['python3 -m pkg.a', { 'pkg/__init__.py': '', 'pkg/a.py': 'from . import b', 'pkg/b.py': 'x' }, 'pkg/b.py'],
  ['python3 a.py', { 'a.py': 'import pkg', 'pkg/__init__.py': 'x' }, 'pkg/__init__.py'],
  ['python3 a.py', { 'a.py': 'import importlib; importlib.import_module("plug." + n)', 'plug/x.py': 'x' }, 'plug/x.py'],
  ['python3 a.py', { 'a.py': 'import json', 'json.py': 'x' }, 'json.py'],
  ['node a.mjs', { 'a.mjs': "import x from './lib/b.mjs'", 'lib/b.mjs': 'x' }, 'lib/b.mjs'],
  ['node a.js', { 'a.js': 'require(`./lib/${n}`)', 'lib/z.js': 'x' }, 'lib/z.js'],
  ['node -r ./pre.js a.js', { 'a.js': '', 'pre.js': 'x' }, 'pre.js'],
  ['node --require=./pre.js a.js', { 'a.js': '', 'pre.js': 'x' }, 'pre.js'],
  ['node tool', { 'tool/index.js': 'x' }, 'tool/index.js'],
  ['node tool', { 'tool/package.json': '{"main":"m.js"}', 'tool/m.js': 'x' }, 'tool/m.js'],
  ['tool', { 'bin/tool': 'x' }, 'bin/tool', { PATH: './bin:/usr/bin' }],
  ['node a.js', { 'a.js': '', 'x.js': 'x' }, 'x.js', { NODE_OPTIONS: '--require=./x.js' }],
  ['tool', { 'bin/tool': 'x' }, 'bin/tool', { PATH: '$GEMINI_PROJECT_DIR/bin:/usr/bin' }],
  ['python3 -c "import z"', { 'lib/z.py': 'x' }, 'lib/z.py', { PYTHONPATH: 'lib' }],
  ['cd h && ./a', { 'h/a': 'x' }, 'h/a'],
  ["sh -c './h/a && b/c'", { 'b/c': 'x' }, 'b/c'],
  ['ls hooks/*.sh | xargs -n1 sh', { 'hooks/q.sh': 'x' }, 'hooks/q.sh'],
  ['find hooks -name "*.sh" -exec sh {} +', { 'hooks/q.sh': 'x' }, 'hooks/q.sh'],
  ['./run', { run: 'python3 "$(dirname "$0")/impl"', impl: 'x' }, 'impl'],
  ['sh a.sh', { 'a.sh': 'n=b; sh ${n}.sh', 'b.sh': 'x' }, 'b.sh'],
  ['npx tsx a.ts', { 'a.ts': "import './b'", 'b.ts': 'x' }, 'b.ts'],
  ['npx tsx a.ts', { 'a.ts': "import './b.js'", 'b.ts': 'x' }, 'b.ts'],
  ['ruby a.rb', { 'a.rb': "require_relative 'b'", 'b.rb': 'x' }, 'b.rb'],
  ['ruby -Ilib a.rb', { 'a.rb': "require 'b'", 'lib/b.rb': 'x' }, 'lib/b.rb'],
  ['perl -Ilib a.pl', { 'a.pl': 'use B::C;', 'lib/B/C.pm': 'x' }, 'lib/B/C.pm'],
  ['go run ./cmd/x', { 'go.mod': 'x', 'cmd/x/main.go': 'x' }, 'cmd/x/main.go'],
  ['just x', { justfile: 'x:\n  ./b.sh', 'b.sh': 'x' }, 'b.sh'],
  ['just x', { justfile: "import 'o.just'", 'o.just': 'x' }, 'o.just'],
  ['jq -f f.jq', { 'f.jq': 'x' }, 'f.jq'],
  ['awk -ff.awk', { 'f.awk': 'x' }, 'f.awk'],
  ['uv run a.py', { 'a.py': 'import b', 'b.py': 'x' }, 'b.py'],
  ['bun x.ts', { 'x.ts': '', 'bunfig.toml': 'preload = ["./p.ts"]', 'p.ts': 'x' }, 'p.ts'],
  ['deno task t', { 'deno.json': '{"tasks":{"t":"sh q.sh"}}', 'q.sh': 'x' }, 'q.sh'],
  ['pre-commit run', { '.pre-commit-config.yaml': 'entry: ./q.sh', 'q.sh': 'x' }, 'q.sh'],
  ['git commit -m x', { '.git/hooks/pre-commit': 'x' }, '.git/hooks/pre-commit'],
  ['php a.php', { 'a.php': "include __DIR__ . '/b.php';", 'b.php': 'x' }, 'b.php'],
  ['lua a.lua', { 'a.lua': 'require("b")', 'b.lua': 'x' }, 'b.lua'],
  ['pwsh -File a.ps1', { 'a.ps1': '. .\\lib.ps1', 'lib.ps1': 'x' }, 'lib.ps1'],
  [`bash -lc "cd h; exec './my script.sh'"`, { 'h/my script.sh': 'x' }, 'h/my script.sh'],
  ['sh my\\ script.sh', { 'my script.sh': 'x' }, 'my script.sh'],
  ['sh {a,b}.sh', { 'b.sh': 'x' }, 'b.sh'],
  ['sh h/?.sh', { 'h/a.sh': 'x' }, 'h/a.sh'],
  ['sh ./h/../h/a.sh', { 'h/a.sh': 'x' }, 'h/a.sh'],
];
/** What is only looked at, and changes all the time. */
const LOOKS: readonly Case[] = [
  ['npx prettier --check src/*.ts', { 'src/a.ts': 'x' }, 'src/a.ts'],
  [
    'sh check.sh',
    { 'check.sh': 'for f in src/*.ts docs/*.md; do wc -l "$f"; done', 'src/a.ts': 'x', 'docs/a.md': 'x' },
    'src/a.ts',
  ],
  ['npx eslint src', { 'src/a.ts': 'x', 'src/b.ts': 'x' }, 'src/a.ts'],
];

describe('What a hook may run', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  for (const [cases, isRun] of [
    [RUNS, true],
    [LOOKS, false],
  ] as const) {
    for (const [command, files, file, env] of cases) {
      it(`${isRun ? 'is' : 'is not'} ${file} for ${command}${isRun ? '' : ', which looks at it'} (${Object.keys(files).join(', ')})`, async () => {
        for (const [path, text] of Object.entries(files)) await scratch.put(path, text);
        assert.equal(file in (await digestScripts(command, scratch.path, env)), isRun);
      });
    }
  }

  it('is found soon, however many names there are', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `sh $d${i}/*${i}*/x*.sh`).join('\n');
    await scratch.put('a.sh', names);
    const start = process.cpuUsage();
    await digestScripts('sh a.sh', scratch.path);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 5_000_000, `${(user + system) / 1000} ms`);
  });
});
