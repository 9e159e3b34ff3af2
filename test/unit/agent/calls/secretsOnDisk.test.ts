import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { ToolScheduler } from '../../../../src/agent/calls/toolScheduler';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { builtinTools } from '../../../../src/tools/index';
import { answering } from '../../../support/approve';
import { noOutputFiles } from '../../../support/idlePorts';
import { Scratch } from '../../../support/scratch';
import { testPolicy } from '../../../support/testPolicy';
import { ToolPlace } from '../../../support/toolPlace';

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** In a folder of the workspace: secrets, links to them, links that lead out, and names that only look alike. */
const PATHS = [
  ...['.env', './.env', 'sub/../.env', 'sub/.env', '.ENV', 'envlink', 'sublink/.env', 'keys', 'keys/id_rsa', 'id_rsa'],
  ...[
    'out',
    'out/plain.txt',
    'outlink',
    'outlink/',
    '../outside/plain.txt',
    '../outside',
    'gone',
    'prod.env',
    '.env.local',
  ],
];
const SEARCHES: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { no_ignore: true },
  { names_only: true, no_ignore: true },
  // One file is left to match: where several do, ripgrep's threads decide which of them comes first.
  { total_max_matches: 1, exclude_pattern: '.gitignore', no_ignore: true },
  { max_matches_per_file: 1, no_ignore: true },
  { include_pattern: '.env', no_ignore: true },
  { include_pattern: '**/.e*', no_ignore: true },
  { include_pattern: '**/*link*', no_ignore: true },
  { include_pattern: '**', exclude_pattern: '*.txt', no_ignore: true },
  { include_pattern: '{.env,a.txt}' },
  { before: 5, after: 5, no_ignore: true },
  { dir_path: '.', no_ignore: true },
  { dir_path: 'sub', no_ignore: true },
  { dir_path: 'sublink', no_ignore: true },
];
const PATTERNS = ['tiger', '^TOKEN=t', '(?=TOKEN)', '^', '$', 'TOKEN=.{10}$', '[^x]iger', 'tiger|nothing'];
const CALLS: readonly Call[] = [
  ...PATTERNS.flatMap(pattern => SEARCHES.map((more): Call => ['search_file_content', { pattern, ...more }])),
  ...PATHS.flatMap((path): Call[] => [
    ['search_file_content', { pattern: 'tiger', dir_path: path }],
    ['read_file', { file_path: path }],
    ['read_file', { file_path: path, start_line: 2, end_line: 3 }],
    ['read_many_files', { include: [path] }],
    ['read_many_files', { include: [`${path}*`], useDefaultExcludes: false }],
    ['read_many_files', { include: [path], exclude: ['*.txt'], file_filtering_options: { respect_git_ignore: false } }],
    ['replace', { file_path: path, old_string: 'TOKEN=t', new_string: 'x' }],
    ['replace', { file_path: path, old_string: 'TOKEN=t', new_string: 'TOKEN=tiger-lily' }],
    ['replace', { file_path: path, old_string: 'n', new_string: 'x', expected_replacements: 3 }],
    ['replace', { file_path: path, old_string: '', new_string: 'TOKEN=tiger-lily\n' }],
    ['write_file', { file_path: path, content: 'TOKEN=tiger-lily\n' }],
    ['write_file', { file_path: path, content: '' }],
    ['glob', { pattern: `${path}*`, respect_git_ignore: false }],
    ['list_directory', { dir_path: path }],
  ]),
  ['read_many_files', { include: ['**/*', '**/.*'], useDefaultExcludes: false }],
  ['read_many_files', { include: ['.'], exclude: ['a.txt'] }],
  ['glob', { pattern: '**/{.*,*}', respect_git_ignore: false, respect_gemini_ignore: false }],
];

describe('On the disk, what is in a secret file or outside of the workspace', () => {
  /** A place with these contents, and what is said of each call there if nothing is agreed to. */
  async function answersWith(secret: string): Promise<readonly string[]> {
    const scratch = await Scratch.make();
    try {
      await scratch.put('work/a.txt', 'tiger\nb\n');
      for (const path of ['.env', 'sub/.env', 'id_rsa', 'keys/id_rsa', 'prod.env', '.env.local'])
        await scratch.put(`work/${path}`, secret);
      await scratch.put('work/.gitignore', '.env\n');
      await scratch.put('outside/plain.txt', secret);
      await scratch.link('work/envlink', scratch.absolute('work/.env'));
      await scratch.link('work/sublink', scratch.absolute('work/sub'));
      await scratch.link('work/out', scratch.absolute('outside'));
      await scratch.link('work/outlink', scratch.absolute('outside/plain.txt'));
      await scratch.link('work/gone', scratch.absolute('outside/none'));
      for (const path of ['.env', 'sub/.env', 'id_rsa', 'keys/id_rsa', 'prod.env', '.env.local', 'a.txt', '.gitignore'])
        utimesSync(scratch.absolute(`work/${path}`), 1e9, 1e9);
      execFileSync('git', ['init', '-q'], { cwd: scratch.absolute('work') });
      const place = new ToolPlace();
      const workspace = createDiskWorkspace({ folders: [scratch.absolute('work')] });
      const policy = testPolicy({ folders: () => [scratch.absolute('work')] });
      const scheduler = new ToolScheduler({
        ...place.context,
        workspace,
        tools: () => builtinTools,
        outputFiles: noOutputFiles,
        decide: request => policy.decide(request),
        ask: question => answering({ decision: 'reject' })(question),
        emit: () => undefined,
        now: () => 0,
        reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
      });
      const said: string[] = [];
      for (const [name, args] of CALLS) {
        const [result] = await scheduler.run([{ id: '1', name, args }], new AbortController().signal);
        const told = JSON.stringify([result?.status, result?.content, result?.error]);
        said.push(told.replaceAll(scratch.path, '').replace(/size \d+|\d+ (?:bytes|B)\b/g, ''));
      }
      return said;
    } finally {
      await scratch.close();
    }
  }

  it('changes no answer to any call of a tool', async function () {
    this.timeout(120_000);
    const [one, other] = [await answersWith('TOKEN=tiger-lily\n'), await answersWith('x\nTOKEN=nothing\nn\n')];
    const differing = CALLS.flatMap((call, i) =>
      one[i] === other[i] ? [] : [`${JSON.stringify(call)}\n  ${one[i] ?? ''}\n  ${other[i] ?? ''}`],
    );
    assert.deepEqual(differing, [], differing.join('\n'));
    // What is no secret is found.
    assert.ok(one.some(said => said.includes('L1: tiger')));
  });
});
