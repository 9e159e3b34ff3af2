import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { testPolicy } from '../../support/testPolicy';

/** By kind, commands that only seem to look. */
const ASKED: Readonly<Record<string, string>> = {
  'assignments and what they hold': `
f=.env; cat $f
f=.env && cat "$f"
x='a[$(touch m)]'; echo $((x))
v='a[$(touch m)]'; echo $[v]
a=1; echo \${a[v]}
s=abc; echo \${s:v}
v=x; echo \${v@P}
v=x; echo \${!v}
x='-v a[$(touch m)]'; [ $x ]
test $x
[ $x ]
[[ $x ]]
FOO=bar ls
x=1
declare x=1
ls $HOME
cat "$f"
cat $(echo .env)
cat "$(echo .env)"
cat \`echo .env\`
cat <(ls)
echo $'a'
echo {a,b}
for f in *; do cat $f; done
while read l; do echo $l; done
if ls; then ls; fi
(ls)
{ ls; }
! ls
ls &
time ls
cat <<E
cat <<< x
ls > out.txt
ls >> out.txt
ls 2> err.txt
ls >| out.txt
ls <> out.txt
ls() { touch m; }
`,
  'secrets by another name': `
cat .env
cat ./.env
cat sub/../.env
cat .e*
cat < .env
head -1 .env
tar c .
find . -exec cat {} +
find . -name .env -exec cat {} ;
ls -a | xargs cat
git show HEAD:.env
git diff --no-index /dev/null .env
git diff --no-index a b
git log -p -- .env
diff . sub
diff a.txt .env
grep -f .env a.txt
cat .en[[=v=]]
cat [[.a.]].txt
ls [[:alpha:]].txt
jq '$__prog_args' d.json
jq '$ENV' d.json
npm ls x; make
npm run build
npm run -s
npm config list
npm ls --prefix ../x
npm ls --script-shell x
pip install x
pip list --path ..
pip list --python x
pip show
go version x
go env -w X=y
grep -r x a.txt --file=*
grep x --exclude-from=*.txt a.txt
git config user.name x
git config alias.x
git config remote.origin.pushurl.x y
awk '{print "a" > "made"}' a.txt
awk '{print $1 "x" | "sh"}' a.txt
sort .env
jq -R . .env
awk '{print}' .env
cp .env a.txt
base64 .env
rg KEY .env
tar tf x.tar --to-command=x
tar tf host:x.tar
tar tzIf x y
tar xf x.tar
unzip -l x
unzip -p x.zip
unzip x.zip
printenv
printenv KEY
shuf -o x a.txt
shuf --random-source=.env a.txt
git symbolic-ref HEAD refs/heads/x
git symbolic-ref -d HEAD
git remote show origin
git bisect run x
git diff-tree --stdin
npm pkg set scripts.x=y
npm root -g
npm explain
jq --slurpfile a .env x
awk 'END{system("x")}' a.txt
rg x .env
`,
  'slashes in brackets, after which a text would be code': String.raw`
echo 'touch made' | awk '/[/ && $1 == "]/{system($0)}#"'
awk '/[/ || $1 == "]/{system($0)}#"' a.txt
awk '/[^]/ && $1 == "]/{system($0)}#"' a.txt
awk '/[]/ && $1 == "]/{system($0)}#"' a.txt
awk '/a/,/[/ && $1 == "]/{print > $1}#"' a.txt
awk '$1 ~ /[/ && $1 == "]/{system($0)}#"' a.txt
awk '!/[[:alpha:]/ && $1 == "]/{system($0)}#"' a.txt
awk '/[[:x/{print "]/{system($0)}#"}' a.txt
sed -n '/[/p;1e touch made;/]/p' a.txt
`,
  'what tells where a link leads': `
ls -lF
ls -alF src
ls -l --file-type
ls -l --indicator-style=classify
ls --format=long -F
ls -l --color
ls --color=always
find . -printf '%p %Y\\n'
find . -type l -printf '%-3Y'
find . -type l -readable
find . -executable -print -type f
find . -type f -o -executable
find . -type f,l -writable
`,
  'what shows how other programs were started': `
ps aux
ps -ef
ps e
ps -E
ps -o pid,args
ps -e -o command
ps -e -o pid,comm -o args
ps -o environ
ps -o pid,comm,cmd=x
ps -e
ps -p 1
ps -o pid U
`,
  'what options do': `
git grep --op= x
git grep -Oless x
git grep --untracked x
git grep --no-index x
git grep -f x y
git diff --ext-diff
git diff --textconv
git diff --output=x
git diff --out x
git log --show-signature
git log --format=%G?
git for-each-ref --format='%(signature)'
git -c core.fsmonitor=./x status
git -C sub status
git --git-dir=x status
git --exec-path=. status
git branch new
git branch -D main
git tag v1
git stash
git stash pop
git remote add x y
git remote show origin
git config --list
git config user.name x
git reflog expire --all
git diff --submodule=log
git cat-file --batch
git fetch
git checkout .
grep -1e. x
grep -rR foo .
grep -R foo .
grep -d recurse foo .
grep --dereference-recursive x
grep --recurs x .
grep --rec x .
curl -4so x y
rg --pre x y
rg -z x
rg -L x
rg --follow x
rg --hostname-bin x y
find . -delete
find . -fprint x
find . -exec touch x +
find . -ok rm x ;
find -L . -name x
find . -newermt 'TZ="/etc/passwd" now'
find . -newermr ../x
find . -files0-from x
find . -fls x
sed -i s/a/b/ a.txt
sed -n 'w x' a.txt
sed 's/a/b/w x' a.txt
sed 's/a/b/e' a.txt
sed '1e touch m' a.txt
sed --in-place s/a/b/ a.txt
sed -f x a.txt
sed 'r .env' a.txt
sed -ni p a.txt
sed '/[/]w x/p' a.txt
awk 'BEGIN{system("x")}'
awk '{print > "x"}' a.txt
awk '{print | "sh"}' a.txt
awk -f x a.txt
awk '{getline < "x"}' a.txt
awk -v a=b '{print a}' a.txt
sort -o x a.txt
sort --out=x a.txt
sort -T x a.txt
sort --compress-program=x a.txt
uniq a.txt b.txt
uniq *.txt
tree -R
tree -o x
tree -l
tree -RL 1
xxd -r a b
xxd a.txt b.txt
date -s x
date 01010000
date -f .env
date --set=x
date -d 'TZ="/etc/x" now'
hostname x
hostname -F x
hostname -b x
file -f x
file -C -m x
file -z x
jq -e -f x
jq -f x a.json
jq 'import "a" as a; .' a.json
jq 'include "a"; .' a.json
jq env
jq '$ENV'
jq --rawfile a .env .
jq --slurpfile a x .
diff -r a b
diff --from-file=x a
printf -v x y
printf %n x
strings @x
less a.txt
more a.txt
man ls
env
printenv
command ls
which ./x
type ../x
wc --files0-from=x
du --files0-from=x
du -L .
ls -L
ls --dereference .
tail -f a.txt
seq -f x 1
column -R x a.txt
npx tsc --version
yarn --version
cargo --version
./ls
/bin/ls
test -v x
test a -o b
python3 -c x
node -e x
cd
cd -
pushd sub
`,
  'what lies outside': `
cat /etc/passwd
cat ../x
cat ~/x
ls ..
ls /
test -e /etc/passwd
test -e ../x
[ -e /etc/passwd ]
[[ -e /etc/passwd ]]
test a.txt -nt /etc/passwd
date -r /etc/passwd
date -r ../x
stat /etc/passwd
stat ../x
realpath ../x
readlink /proc/self/exe
find /
find .. -name x
find . -newer /etc/passwd
grep x /etc/passwd
grep -rn x ..
grep -f ../x a.txt
wc -l < ../x
du -sh /
du -sh ..
cd .. && ls
cd /tmp && ls
cat '~/x'
git diff ../a b
git log -p ../x
git grep x -- :/
git blame --contents=../x a
diff ../a b
file /bin/ls
md5sum ../x
realpath --relative-to=/etc a
tree ..
cat a\\\\b/../../x
`,
};

describe('A command without any rule', () => {
  const policy = testPolicy({
    followLinks: async () => new Map(),
    findMatches: async pattern => [pattern.replace('.e*', '.env').replace('*', 'x')],
    notFolders: async paths => new Set(paths.filter(path => !/\/(?:w|sub)$/.test(path))),
  });
  const decisionOf = async (command: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const request: PolicyRequest = { toolName: 'run_shell_command', args: { command }, proposal };
    return (await policy.decide(request)).decision;
  };

  for (const [kind, commands] of Object.entries(ASKED)) {
    it(`is asked about: ${kind}`, async () => {
      const allowed: string[] = [];
      for (const command of commands.trim().split('\n')) {
        if ((await decisionOf(command)) !== 'ask') allowed.push(command);
      }
      assert.deepEqual(allowed, []);
    });
  }

  it('is asked about where a number behind an option is a file of its own', async () => {
    const linked = testPolicy({
      followLinks: async paths => new Map(paths.flatMap(path => (path === '/w/16' ? [[path, '/etc/passwd']] : []))),
    });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await linked.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    assert.deepEqual([await decide('od -w 16'), await decide('od -c -w 16')], ['ask', 'ask']);
    assert.deepEqual([await decide('od -w16 a.txt'), await decide('od -j 16 a.txt')], ['allow', 'allow']);
  });

  it('of PowerShell is the cmdlet itself, and its file no device', async () => {
    const own = testPolicy({ shell: 'powershell', followLinks: async () => new Map() });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    for (const command of ['ls', 'gc a.txt', 'type a.txt']) assert.equal(await decide(command), 'allow', command);
    for (const command of ['ls.exe', 'cat.exe a.txt', 'gc con', 'gc src/nul.txt', 'gc COM1'])
      assert.equal(await decide(command), 'ask', command);
  });

  it('may say of a secret that it is there, but nothing of what is in it', async () => {
    for (const command of ['ls -l .env', 'stat .env', 'test -f .env', 'git check-ignore -v .env', 'du -h .env'])
      assert.equal(await decisionOf(command), 'allow', command);
    for (const command of ['wc .env', 'md5sum .env', 'file .env', 'ls < .env', 'du --files0-from=.env'])
      assert.equal(await decisionOf(command), 'ask', command);
  });

  it('that searches is asked about where its globs, or ignore files, bring in a hidden secret', async () => {
    const below = { filesBelow: async () => ['/w/.env', '/w/a.ts'] };
    const decide = async (command: string, unhidden: readonly string[]) => {
      const own = testPolicy({ ...below, unhidden: async () => unhidden });
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
    for (const command of ['rg x', "rg -g '*.ts' x", "rg x -g '!docs'", "grep -rn x . --include='*.ts'"])
      assert.equal(await decide(command, []), 'allow', command);
    for (const command of [
      "rg x -g '.e*'",
      "rg --iglob '*nv' x",
      "rg -g '*.ts' -g '*.env' x",
      'rg --hidden x',
      'grep -r x',
    ])
      assert.equal(await decide(command, []), 'ask', command);
    assert.equal(await decide('rg x', ['/w/.env']), 'ask');
    assert.equal(await decide("grep -rn x . --include='*.ts' --include='.e*'", []), 'ask');
  });

  it('is asked about where a pattern finds what looks like an option', async () => {
    const finding = testPolicy({ followLinks: async () => new Map(), findMatches: async () => ['/w/-delete', '/w/a'] });
    const proposal = { kind: 'command', command: 'wc *', cwd: '/w' } as const;
    const { decision } = await finding.decide({ toolName: 'run_shell_command', args: {}, proposal });
    assert.equal(decision, 'ask');
  });

  it('that asks git is asked about where the repository may run something', async () => {
    for (const [trust, status, diff] of [
      ['plain', 'allow', 'allow'],
      ['secrets', 'allow', 'ask'],
      ['unsafe', 'ask', 'ask'],
    ] as const) {
      const own = testPolicy({ repositoryTrust: async () => trust });
      const decide = async (command: string) => {
        const proposal = { kind: 'command', command, cwd: '/w' } as const;
        return (await own.decide({ toolName: 'run_shell_command', args: {}, proposal })).decision;
      };
      assert.deepEqual([await decide('git status'), await decide('git diff')], [status, diff], trust);
    }
  });

  it('that asks git is asked about where it shows what secret files once held, and there alone', async () => {
    const own = testPolicy({
      repositoryTrust: async (...[, , , { looksBack }]) => (looksBack ? 'history' : 'plain'),
    });
    const decide = async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await own.decide({ toolName: 'run_shell_command', args: {}, proposal })).decision;
    };
    const free = [
      ...['git log --oneline -5', 'git log --stat', 'git log --name-status -3', 'git diff --stat HEAD~1', 'git diff'],
      ...[
        'git status -sb',
        'git grep -n x',
        'git blame a.ts',
        'git cat-file -t HEAD',
        'git diff-tree -r --name-only HEAD',
        'git stash list',
        'git cat-file -t HEAD',
        'git branch -a',
      ],
    ];
    const asked = [
      ...['git log -p', 'git log -S KEY', 'git log -GKEY --oneline', 'git log -L1,5:a.ts', 'git log -U1', 'git log -c'],
      ...[
        'git show',
        'git show HEAD --stat',
        'git diff HEAD',
        'git diff --cached',
        'git diff --stat -p HEAD',
        'git diff a b',
      ],
      ...['git grep x HEAD', 'git grep --cached x', 'git grep -e x HEAD', 'git blame HEAD a.ts', 'git stash show -p'],
      ...['git stash list -p', 'git cat-file -p HEAD', 'git status -vv', 'git log --stat -W', 'git log --cc'],
    ];
    for (const command of free) assert.equal(await decide(command), 'allow', command);
    for (const command of asked) assert.equal(await decide(command), 'ask', command);
  });

  it('read the environment in no way that a filter of jq has', async () => {
    for (const filter of [
      '$ENV',
      '$ ENV.A',
      '$\tENV',
      '$#x\nENV',
      '$ #x\n#y\nENV.A',
      '.[$#\\\n\n__prog_args]',
      '"\\(env)"',
    ])
      assert.equal(await decisionOf(`jq -n '${filter}'`), 'ask', filter);
    for (const filter of ['.a | test("b$")', '.[] as $x | $x', '"a#b"'])
      assert.equal(await decisionOf(`jq '${filter}' d.json`), 'allow', filter);
  });

  it('that a rule allows beside it still asks where a test or a format may run what a variable holds', async () => {
    const toml = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["ls", "printf"]\ndecision = "allow"\n';
    const own = testPolicy({ toml });
    const kept = [
      "x='-v a[$(touch m)]'; [ $x ] && ls",
      '[ -n $x ] && ls',
      "printf '%d%n' 1 'a[$(touch m)]'",
      '[ -e /etc/x ] && ls',
    ];
    const free = ['[ "$x" = y ] && ls', '[ -n "$x" ] && ls', "printf '%s\\n' a", '[ -e x ] && ls'];
    for (const command of [...kept, ...free]) {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      const { decision } = await own.decide({ toolName: 'run_shell_command', args: { command }, proposal });
      assert.equal(decision, kept.includes(command) ? 'ask' : 'allow', command);
    }
  });

  it('that a rule allows still asks where it may show any file, and a secret is among them', async () => {
    const toml =
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["cat", "ls", "find", "xargs", "echo"]\ndecision = "allow"\n';
    for (const [files, wanted] of [
      [['/w/.env'], 'ask'],
      [['/w/a.ts'], 'allow'],
    ] as const) {
      const own = testPolicy({ toml, filesBelow: async folder => (folder === '/w' ? files : []) });
      for (const command of ['f=x; cat $f', 'cat "$(echo x)"', 'find . -exec cat {} +', 'ls -a | xargs cat']) {
        const proposal = { kind: 'command', command, cwd: '/w' } as const;
        const { decision } = await own.decide({ toolName: 'run_shell_command', args: {}, proposal });
        assert.equal(decision, wanted, command);
      }
    }
  });
});
