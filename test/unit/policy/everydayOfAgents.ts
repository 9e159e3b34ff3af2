/**
 * What an agent runs to find its way before it changes anything. None of it is in the other lists,
 * and nothing in it expands a variable, which always asks.
 */
export const OF_AGENTS: readonly string[] = String.raw`
git log --oneline --decorate --graph -20
git log -3 --stat --no-color
git log --since=2.weeks --oneline
git log --author=ada --oneline -5
git log --oneline main..feature
git log -p -1 -- src/server.ts
git log --format='%h %s' -n 10
git log --reverse --oneline | head -5
git log --all --oneline --grep=fix
git diff HEAD~2 -- src/server.ts
git diff main...HEAD --name-only
git diff --no-color HEAD
git diff origin/main --stat
git show --stat --oneline HEAD~1
git show HEAD~2:src/server.ts
git status --porcelain=v1
git status --short --untracked-files=all
git branch -a --list
git stash show -p stash@{0}
git ls-files '*.test.ts' | head -20
git blame -L 40,60 src/server.ts
git tag --sort=-v:refname | head -5
git merge-base HEAD origin/main
git grep -n "createServer" src
git grep -l TODO
git diff HEAD --stat && git status -s
git log --oneline -5 && git status
git log --oneline -1 --format=%cd
git diff --stat main
ls -1 src
ls -lah src/components
ls -la node_modules/.bin | head -40
ls package*.json
ls -R test | head -50
cat package.json | head -40
cat src/server.ts
cat -n src/server.ts | sed -n '20,60p'
cat tsconfig.json webview/tsconfig.json
head -n 80 src/server.ts
head -c 400 data.bin | xxd
tail -n 30 app.log
tail -5 CHANGELOG.md
sed -n '100,160p' src/server.ts
sed -n '/export function main/,/^}/p' src/server.ts
nl -ba src/server.ts | sed -n '1,40p'
wc -l src/server.ts
wc -l src/*.ts | sort -n | tail -5
find . -name '*.test.ts' -not -path './node_modules/*'
find src -type f -name '*.tsx' | wc -l
find . -maxdepth 1 -type f -name '*.json'
find src -name '*.ts' -newer package.json
find . -size +1M -not -path '*/node_modules/*'
find . -type f -mtime -1
find . -path ./node_modules -prune -o -name '*.md' -print
find test -iname '*policy*'
find . -name Dockerfile -o -name docker-compose.yml
find src -type f -empty
find . -newermt '2026-11-01' -name '*.ts'
grep -rn "createServer" src
grep -rn "createServer" src --include=*.ts
grep -rnw 'port' src test --include='*.ts'
grep -rn "TODO\|FIXME" src | head -20
grep -rlE "import .* from 'node:fs'" src
grep -c "it(" test/unit/server.test.ts
grep -n "function" src/server.ts | head
grep -A5 -B2 "listen" src/server.ts
grep -E "^export" src/index.ts
grep -rn --color=never "useState" src/components
grep -rn foo . --exclude-dir=node_modules --exclude-dir=.git | head -20
grep -nE 'class|interface' src/server.ts
grep -rhoE "t\('[^']+'" src | sort | uniq -c | sort -rn | head
rg createServer
rg -l useEffect src -g '*.tsx'
rg --files src | head -50
rg -t ts "export class" src
rg -n -C3 "retry" src/server.ts
rg --files -g '*.md'
rg -c TODO src
rg -i "deprecated" docs
rg -nU "foo\(\n" src
rg "fetch\(" src --type ts -n
jq .version package.json
jq -r '.scripts | keys[]' package.json
jq '.dependencies' package.json
jq '.compilerOptions.target' tsconfig.json
jq 'keys' data.json
jq '.items | length' data.json
cat data.json | jq '.items[0]'
jq -r '.devDependencies | to_entries[] | "\(.key) \(.value)"' package.json
cut -d, -f1,3 data.csv | head
cut -f2 data.tsv | sort -u
sort -t, -k2 -n data.csv | head
awk -F, '{print $2}' data.csv | sort | uniq -c
awk 'NR==1' data.csv
awk '/ERROR/' app.log | wc -l
diff -u old.txt new.txt
md5sum dist/bundle.js
du -sh node_modules dist
du -h --max-depth=1 src
file dist/bundle.js
stat src/server.ts
stat -c '%s %n' dist/bundle.js
which python3 pip3
echo "hello"
env | sort
npm view react version
npm outdated
pip freeze | grep -i django
cargo --version
docker compose ps
ps aux | head
ps -ef | grep node
basename src/server.ts .ts
dirname src/server.ts
readlink -f dist
cd src && grep -n export index.ts
cat src/a.ts && echo --- && cat src/b.ts
ls; pwd; git status
ls nosuch 2>/dev/null || echo none
grep -rn x src 2>&1 | head
cat README.md 2>/dev/null | head -20
sed -n '1p;$p' data.txt
sed 's/foo/bar/g' src/a.ts | head
column -t -s, data.csv | head
xxd -l 64 dist/app.bin
od -An -tx1 -N16 dist/app.bin
base64 -d data.b64
tar -tzf dist.tgz | head
unzip -l dist.zip
fold -w 80 README.md
git log --oneline -25 -- src/policy
git log -2 -p -- README.md
git log --name-status -4
git log -1 --format='%H%n%an%n%s'
git log --graph --oneline --all -30
git log -S 'retryAfter' --oneline -- src/gemini
git log --follow --oneline -- src/chat/chat.ts
git diff HEAD~4 HEAD -- src/tools
git diff --stat -- webview
git diff -w src/chat/chat.ts
git diff main -- src/chat/chat.ts | head -80
git diff --name-only --diff-filter=M HEAD~5
git show --stat HEAD~3
git show -s --format=%B HEAD
git show abc1234 --stat
git show feature:src/tools/shell.ts | head -60
git blame -L 1,30 -- src/tools/shell.ts
git blame src/tools/shell.ts | grep ada
git grep -n 'registerTool' -- 'src/**/*.ts'
git grep -n -A3 "class Retry"
git branch --contains HEAD~2
git branch --sort=-committerdate | head -8
git rev-list --count HEAD..origin/main
git ls-tree --name-only HEAD src/
git stash show --stat
git status | head -20
git -P log --oneline -6
git log --oneline | grep -i release
ls -l src/tools/*.ts
ls test/unit/policy | wc -l
ls -S dist | head -5
ls -a
ls src test webview
cat src/tools/shell.ts | grep -n import
cat .gitignore .prettierignore
cat src/tools/shell.ts src/tools/edit.ts | wc -l
head -30 src/tools/shell.ts && tail -30 src/tools/shell.ts
tail -n +200 src/tools/shell.ts | head -60
sed -n 55,90p src/tools/shell.ts
sed -n '/class Shell/,$p' src/tools/shell.ts | head -40
grep -n "async run" -A 20 src/tools/shell.ts
grep -rn "isTrusted" src --include=*.ts -l
grep -rn "isTrusted" src/policy src/agent | grep -v test
grep -rc "describe(" test/unit/policy | sort -t: -k2 -n | tail -3
grep -rEn "console\.(log|error)" src | wc -l
grep -rn 'from "react"' src | cut -d: -f1 | sort -u
grep -rnI "localhost:[0-9]+" -E . --exclude-dir=node_modules
grep -n "^## " docs/guide.md
grep -rli "websocket" docs src
grep -Pzo "import \{\n" src/index.ts
grep -m1 version package.json
grep -nF 'a.b(c)' src/index.ts
grep -x 'strict' tsconfig.json
rg -n "class \w+Error" src
rg -l "describe\(" test | sort
rg --no-heading -n "TODO" src | head -30
rg -w timeout src -g '!*.test.ts'
rg -F "foo.bar(" src
rg --count-matches import src/index.ts
rg -A 4 "interface Options" src/tools
find src -name 'shell*.ts'
find . -name 'package.json' -not -path '*/node_modules/*' -maxdepth 3
find src -name '*.css' -o -name '*.scss'
find test -type d -name fixtures
find . -type f -name '*.snap' | head
find dist -type f -size +100k -ls
find src -type f -printf '%s %p\n' | sort -rn | head -5
find . -iname 'readme*' -not -path '*/node_modules/*'
find src/tools -type f | xargs wc -l
find src -name '*.ts' -exec grep -l retry {} +
find . -name '*.log' -mmin -60
wc -c dist/extension.js
wc -w docs/*.md
jq '.engines' package.json
jq -r '.contributes.commands[].command' package.json | sort
jq '.contributes.configuration | keys' package.json
jq '[.packages | keys[] | select(startswith("node_modules/@"))] | length' package-lock.json
jq -c '.[] | {id, name}' users.json
jq '.a.b // "none"' d.json
node -p 1+1
npm explain minimatch
npm ls typescript --all
make --version
docker --version
docker ps -a
docker context ls
go env GOROOT
du -sk src
du -ah dist | sort -h | tail
stat -c %y README.md
file src/*.ts
which npm npx
command -v rg
type -a python3
date '+%s'
expr 3 + 4
printf 'a\tb\n' | cut -f2
echo "a b c" | tr ' ' '\n'
echo "PATH is set"
ls | xargs -n1 basename
cat data.csv | awk -F';' '{print $3}' | sort | uniq -c | sort -rn | head -3
awk '/^export/ {print $3}' src/index.ts
awk 'NR>5 && NR<9 {print NR": "$0}' src/index.ts
awk -F: '$3 > 10 {print $1}' data.txt
awk '{print $NF}' data.txt
awk '/[0-9]+ms/ {print $2}' app.log
sort -k2,2nr data.txt | head
sort -u a.txt b.txt
diff --side-by-side -W 120 a.txt b.txt
tr a-z A-Z < a.txt
cmp -l a.bin b.bin | wc -l
sha1sum dist/*.js
md5sum a.txt b.txt
base64 -w0 media/icon.png | head -c 100
xxd media/icon.png | head -4
hexdump -C media/icon.png | head
strings -n 8 dist/app.bin | grep version
test -d dist || echo "not built"
[ -s app.log ] && tail app.log
cd webview && ls -la && cat package.json
cd test/unit && grep -rn retry . | head
ls missing 2>&1 || true
cat a.txt; echo; cat b.txt
pwd && ls -la && git status --short
tar -tvf release.tar.gz | head
unzip -l ext.vsix | tail -5
cal 2026
lscpu | head
uname -r
locale
ps -o pid,comm
ss -tln
tree -d -L 2
tree -a -I '.git|node_modules' src
nl src/index.ts | head
fold -s -w 100 NOTES.md
`
  .trim()
  .split('\n');
