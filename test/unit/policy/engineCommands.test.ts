import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { command, decide, edit, request, rule } from '../../support/policyRequests';

describe('The policy engine, about files of commands', () => {
  it('lets rules ask about, or forbid, commands that name ignored files', async () => {
    const about = (decision: string, more = '') => `[[rule]]\nignoredFiles = true\ndecision = "${decision}"\n${more}\n`;
    const asked: (readonly string[])[] = [];
    const ignored = async (paths: readonly string[]) => {
      asked.push(paths);
      return new Set(paths.filter(path => path.startsWith('/w/dist')));
    };
    const evaluate = async (text: string, toml: string, mode: ApprovalMode = 'default') =>
      (await decide(request('run_shell_command', command(text)), mode, { toml, ignored })).decision;
    const named = [
      'cat dist/a.js',
      'ls src dist',
      'rm -r dist',
      'cat < dist/x',
      'node dist/a.js',
      'x --file=dist/a.js',
    ];
    for (const text of [...named, 'cd src && cat dist/a.js', 'echo $(cat dist/a.js)', 'env cat dist/a.js']) {
      assert.equal(await evaluate(text, about('deny')), 'deny', text);
      assert.equal(await evaluate(text, about('deny'), 'yolo'), 'deny', text);
      assert.equal(await evaluate(text, about('ask_user')), 'ask', text);
    }
    for (const text of ['cat src/a.js', 'ls', 'echo dist', 'grep dist src/a.js']) {
      assert.equal(await evaluate(text, about('deny')), 'allow', text);
    }
    assert.equal(await evaluate('npm run dist', about('deny')), 'ask');
    assert.equal(await evaluate('ls dist', about('deny', 'commandPrefix = "cat"')), 'allow');
    assert.equal(await evaluate('cat dist/a', about('deny', 'commandPrefix = "cat"')), 'deny');
    assert.equal(
      await evaluate('cat dist/a', about('ask_user') + rule('allow', 'run_shell_command')),
      'allow',
      'by rank',
    );
    assert.equal(
      (await decide(request('replace', edit('/w/dist/a')), 'autoEdit', { toml: about('deny') })).decision,
      'allow',
    );
    const before = asked.length;
    await evaluate('cat dist/a.js', rule('allow', 'run_shell_command'));
    assert.equal(asked.length, before, 'no rule is about ignored files');
  });

  it('asks about a search where secrets lie, and offers to remember it', async () => {
    const filesBelow = (folder: string) => Promise.resolve(folder === '/w' ? ['/w/a.ts', '/w/.env'] : ['/w/lib/b.ts']);
    const said = async (text: string) => {
      const { decision, reason, remember } = await decide(request('run_shell_command', command(text)), 'default', {
        filesBelow,
      });
      return [decision, reason.kind, reason.detail, remember?.length !== undefined && remember.length > 0];
    };
    assert.deepEqual(await said('grep -r x .'), ['ask', 'secretBelow', '.env', true]);
    assert.deepEqual(await said('grep -r x lib'), ['allow', 'readOnly', undefined, false]);
  });

  describe('about a command that goes through a link', () => {
    const targets: Readonly<Record<string, string>> = {
      '/w/out': '/etc',
      '/w/in': '/w/a/b',
      '/w/a/b/up': '/',
      '/w/notes': '/w/.env',
      '/w/hooks': '/w/.git/hooks',
    };
    /** As the file system would: each link in turn, and what stands behind it after that. */
    const real = (path: string): string => {
      const done: string[] = [];
      for (const segment of path.split('/').filter(each => each !== '' && each !== '.')) {
        if (segment === '..') done.pop();
        else done.push(segment);
        const target = targets[`/${done.join('/')}`];
        if (target !== undefined) done.splice(0, done.length, ...target.split('/').filter(Boolean));
      }
      return `/${done.join('/')}`;
    };
    const followLinks = async (paths: readonly string[]) =>
      new Map(paths.map(path => [path, real(path)] as const).filter(([path, to]) => path !== to));
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["touch", "cat", "cp", "make", "rm", "cd", "git status"]\ndecision = "allow"\npriority = 900\n';
    const evaluate = async (text: string, mode: ApprovalMode = 'default') => {
      const wanted = request('run_shell_command', command(text));
      const decision = await decide(wanted, mode, { toml, followLinks });
      return { said: `${decision.decision} ${decision.reason.kind}`, effects: decision.effects };
    };

    it('asks about where it leads, and shows that place', async () => {
      const asked = {
        'touch out/x': 'outside',
        'touch ./out/new/x': 'outside',
        'touch out/../x': 'outside',
        'cd out && touch x': 'outside',
        'cd out; touch ../x': 'outside',
        'cd in && touch up/etc/x': 'outside',
        'cp a out': 'outside',
        'rm out/x': 'outside',
        'touch o*/x': 'indirect',
        'touch hooks/pre-commit': 'protected',
        'cat notes': 'secret',
        'cat < out/x': 'redirection',
        'make -C out': 'outside',
        'git -C out status': 'outside',
      };
      for (const [text, kind] of Object.entries(asked)) assert.equal((await evaluate(text)).said, `ask ${kind}`, text);
      assert.equal((await evaluate('touch out/x', 'yolo')).said, 'ask outside');
      assert.deepEqual((await evaluate('touch out/x in/y')).effects?.writes, [
        { path: '/etc/x', isOutside: true },
        { path: 'a/b/y', isOutside: false },
      ]);
    });

    it('asks about nothing more where it stays inside', async () => {
      for (const text of ['touch in/x', 'cd in && touch x', 'touch a/b/x', 'cat in/x', 'make -C in', 'touch src/*.o'])
        assert.equal((await evaluate(text)).said, 'allow rule', text);
      assert.equal((await evaluate('ls in')).said, 'allow readOnly');
      assert.equal((await evaluate('ls out')).said, 'ask command');
    });

    it('takes a folder that is a link itself for what it leads to', async () => {
      const linked = async (paths: readonly string[]) =>
        new Map(paths.filter(path => path.startsWith('/w')).map(path => [path, path.replace('/w', '/data')]));
      const wanted = (text: string) => request('run_shell_command', command(text));
      const of = async (text: string) =>
        (await decide(wanted(text), 'default', { toml, followLinks: linked })).decision;
      assert.deepEqual([await of('touch x'), await of('touch ../x')], ['allow', 'ask']);
    });
  });

  it('asks about a redirection into a file, but not where files are changed without a question', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "echo"\ndecision = "allow"\npriority = 900\n';
    const of = async (text: string, mode: ApprovalMode) =>
      (await decide(request('run_shell_command', command(text)), mode, { toml })).decision;
    assert.deepEqual([await of('echo a > b', 'default'), await of('echo a > b', 'autoEdit')], ['ask', 'allow']);
    for (const text of ['echo a > ../b', 'echo a > .git/config', 'echo a > ~/.bashrc', 'echo a > $B', 'cat a > b']) {
      assert.equal(await of(text, 'autoEdit'), 'ask', text);
    }
  });

  it('asks about reading from a file that is ignored', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "cat"\ndecision = "allow"\npriority = 900\n';
    const ignored = async (paths: readonly string[]) => new Set(paths.filter(path => path.endsWith('.log')));
    const of = async (text: string) =>
      (await decide(request('run_shell_command', command(text)), 'default', { toml, ignored })).decision;
    assert.deepEqual([await of('cat < a.txt'), await of('cat < a.log')], ['allow', 'ask']);
  });
});
