import assert from 'node:assert/strict';
import { findMatches } from '../../../../src/node/search/findMatches';
import { followLinks } from '../../../../src/node/files/followLinks';
import { Scratch } from '../../../support/scratch';
import { testPolicy } from '../../../support/testPolicy';

describe('What patterns find', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('is what a shell would put in their place, or more', async () => {
    for (const file of ['a.ts', 'b.ts', 'B.md', '.env', 'sub/c.ts', 'sub/[x]/d']) await scratch.put(`work/${file}`, '');
    const root = scratch.absolute('work');
    const of = async (pattern: string, findsHidden = false) => {
      const found = await findMatches(`${root}/${pattern}`, findsHidden);
      return found?.map(path => path.slice(root.length + 1)).sort() ?? null;
    };
    const expected: Readonly<Record<string, readonly string[]>> = {
      '*': ['B.md', 'a.ts', 'b.ts', 'sub'],
      '?.ts': ['a.ts', 'b.ts'],
      '[ab].*': ['B.md', 'a.ts', 'b.ts'],
      '[!a].ts': ['b.ts'],
      '.e*': ['.env'],
      '.*': ['..', '.env'],
      '*/c.ts': ['B.md/c.ts', 'a.ts/c.ts', 'b.ts/c.ts', 'sub/c.ts'],
      '*/../*.md': ['sub/../B.md'],
      'sub/[x]/*': ['sub/[x]/d'],
      '{a.ts,.new,x/{y,z}}': ['.new', 'a.ts', 'x/y', 'x/z'],
      '{a..c}.ts': ['a.ts', 'b.ts'],
      'none/*': [],
      '{x}': ['{x}'],
    };
    for (const [pattern, names] of Object.entries(expected)) assert.deepEqual(await of(pattern), names, pattern);
    assert.deepEqual(await of('*', true), ['.env', 'B.md', 'a.ts', 'b.ts', 'sub']);
    assert.equal(await of('{1,2}'.repeat(12)), null);
  });

  it('is found by names of every alphabet, and by brackets that each language reads its way', async () => {
    const names = ['😀.pem', 'é.pem', 'a.pem'];
    for (const file of names) await scratch.put(`work/${file}`, '');
    const root = scratch.absolute('work');
    for (const pattern of ['?.pem', '??.pem', '[[:alpha:]].pem', '[[=e=]].pem', '[^x].pem', '[]a].pem']) {
      const found = await findMatches(`${root}/${pattern}`, false);
      assert.ok(
        ['😀.pem', 'é.pem'].every(name => found?.includes(`${root}/${name}`)),
        pattern,
      );
    }
    assert.deepEqual(await findMatches(`${root}/a?pem`, false), [`${root}/a.pem`]);
    assert.deepEqual(await findMatches(`${root}/${'*a'.repeat(200)}`, false), []);
  });

  const tree = async () => {
    for (const file of ['src/a.ts', '.git/config', '.env', 'keys/id_rsa']) await scratch.put(`work/${file}`, '');
    await scratch.put('outside/o.txt', '');
    await scratch.link('work/src/out', scratch.absolute('outside/o.txt'));
    await scratch.link('work/src/far', scratch.absolute('outside'));
    await scratch.link('work/src/conf', scratch.absolute('work/.env'));
    await scratch.link('work/src/near', scratch.absolute('work/src/a.ts'));
    return scratch.absolute('work');
  };
  /** What is said of a command in that tree: that it is allowed, or why it is asked about. */
  const evaluate = (cwd: string, toml: string) => {
    const policy = testPolicy({ toml, folders: () => [cwd], followLinks, findMatches });
    return async (command: string) => {
      const { decision, reason } = await policy.decide({
        toolName: 'run_shell_command',
        args: {},
        proposal: { kind: 'command', command, cwd, isBackground: false },
      });
      return decision === 'allow' ? 'allow' : reason.kind;
    };
  };

  it('is evaluated like what is named', async () => {
    const cwd = await tree();
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["touch", "cat", "echo"]\nallowRedirection = true\ndecision = "allow"\n';
    const said = evaluate(cwd, toml);
    const expected: Readonly<Record<string, string>> = {
      'touch src/[of]*': 'outside',
      'touch src/o?t': 'outside',
      'touch src/{out,a.ts}': 'outside',
      'touch src/f*': 'outside',
      'echo x > src/ou*': 'outside',
      'touch .g*': 'protected',
      'touch {.bashrc,x}': 'protected',
      'cat src/c*': 'secret',
      'cat .e*': 'secret',
      'cat keys/*': 'secret',
      'touch $PLACE*': 'indirect',
      'touch $(echo /etc/pass)*': 'indirect',
      [`touch ${'{1,2}'.repeat(12)}`]: 'indirect',
      'touch src/a*': 'allow',
      'touch src/n*': 'allow',
      'cat src/n* src/a.*': 'allow',
      'touch new{1,2}': 'allow',
      'cat *': 'allow',
    };
    for (const [command, kind] of Object.entries(expected)) assert.equal(await said(command), kind, command);
  });

  it('may be looked at without a rule where all of it is inside', async () => {
    const said = evaluate(await tree(), '');
    const expected: Readonly<Record<string, string>> = {
      'ls src/a* src/n*': 'allow',
      'grep -n x src/a.*': 'allow',
      'cd src && wc -l a*': 'allow',
      'ls src/[of]*': 'command',
      'cat src/*': 'secret',
      'cat src/a* ../*': 'outside',
      'uniq src/a*': 'indirect',
      'ls *': 'allow',
    };
    for (const [command, kind] of Object.entries(expected)) assert.equal(await said(command), kind, command);
  });
});
