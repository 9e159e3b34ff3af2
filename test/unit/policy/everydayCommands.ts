/** Commands as people and models run them all day to find their way, most of which need no question. */
export const EVERYDAY: readonly string[] = `
ls
ls -la
ls -la src
ls -R src
ls src/*.ts
ls -lh dist
ls -1 src | head -20
ls -lt | head
ls src test
ls -d */
ls -a ..
pwd
pwd && ls -la
cat package.json
cat src/index.ts src/app.ts
cat -n src/index.ts
cat README.md | head -50
cat package.json | jq .scripts
cat tsconfig.json 2>/dev/null || echo "no tsconfig"
head -50 src/index.ts
head -n 20 README.md
head -c 200 data.json
tail -20 app.log
tail -n +10 src/index.ts
tail -n 100 app.log | grep -i error
wc -l src/*.ts
wc -l src/index.ts
wc -c dist/index.js
sed -n '10,20p' src/index.ts
sed -n 1,40p src/index.ts
sed -n '/export/p' src/index.ts
sed -n '1,5p;10p' src/index.ts
sed 's/foo/bar/g' src/index.ts
sed -e 's/a/b/' -e 's/c/d/' a.txt
nl -ba src/index.ts
nl -ba src/index.ts | sed -n '100,140p'
grep -rn foo src
grep -rn foo src | head
grep -rn "function foo" src --include='*.ts'
grep -rn --include="*.ts" "import " src | wc -l
grep -n "TODO" src/index.ts
grep -ril error src
grep -rE "foo|bar" src
grep -rnw foo src test
grep -c foo src/index.ts
grep -l foo src/*.ts
grep -v '^#' config.ini
grep -A 3 -B 2 foo src/index.ts
grep -A5 foo src/index.ts
grep -rn "foo" . --exclude-dir=node_modules --exclude-dir=.git
grep -rn "foo$" src
grep -rn 'a\\.b' src
grep -q foo src/index.ts && echo yes
grep -o '"version": "[^"]*"' package.json
grep -E '^(export|import)' src/index.ts
grep -rn "foo" src 2>/dev/null
grep -rhoE 'TODO.*' src | sort | uniq -c | sort -rn | head -20
grep -n -i 'deprecat' CHANGELOG.md
grep -rLi license src
grep -P '\\d{3}' data.txt
rg foo
rg -n foo src
rg -n "function \\w+" src -t ts
rg -l foo
rg --files
rg --files -g '*.ts'
rg --files | wc -l
rg -i -C 3 error src
rg -F 'a.b(' src
rg -c TODO
rg -g '!**/test/**' foo
rg -uu foo lib
rg "foo|bar" -A 2 src
rg --type ts --count-matches import
rg -nS "useState" src --glob '*.tsx'
find . -name '*.ts'
find . -name '*.ts' | wc -l
find . -type f -name "*.test.ts"
find . -maxdepth 2 -type d
find src -name '*.ts' -not -path '*/node_modules/*'
find . -type f -not -path './node_modules/*' -not -path './.git/*' | head -100
find . -name package.json -maxdepth 3
find . -path ./node_modules -prune -o -name '*.js' -print
find src -type f | sort
find . -size +1M
find . -mtime -1 -type f
find . -newer package.json -name '*.ts'
find . \\( -name '*.ts' -o -name '*.tsx' \\) -print
find . -iname '*readme*'
find src -empty
find . -type f -printf '%s %p\\n' | sort -n | tail
find . -name '*.ts' -exec wc -l {} +
find . -name '*.ts' | xargs wc -l
tree
tree -L 2
tree -L 2 -I 'node_modules|dist'
tree -a -L 1 src
du -sh .
du -sh src dist
du -h --max-depth=1 .
du -ah src | sort -rh | head -20
df -h
df -h .
stat package.json
stat -c %s package.json
file dist/app.bin
md5sum dist/index.js
sha256sum package-lock.json
basename src/index.ts .ts
dirname src/index.ts
realpath src
readlink -f src
date
date +%Y-%m-%d
date -u
whoami
id
uname -a
hostname
nproc
which node
which git npm node
type node
command -v python3
echo hello
echo "---"
echo "=== git ===" && git status
printf '%s\\n' hello
sort names.txt
sort -u names.txt
sort -t, -k2 -n data.csv
sort -rn -k2 counts.txt | head
uniq -c names.txt
sort names.txt | uniq -c | sort -rn
cut -d, -f1,3 data.csv
cut -d: -f1 users.txt | sort
cut -c1-80 long.txt
tr a-z A-Z < names.txt
tr -d '\\r' < a.txt | head
column -t -s, data.csv
paste -d, a.txt b.txt
diff a.txt b.txt
diff -u a.txt b.txt
diff -q a.txt b.txt
comm -12 a.txt b.txt
cmp a.txt b.txt
jq . package.json
jq '.dependencies | keys' package.json
jq -r '.scripts.test' package.json
jq -r '.version' package.json
jq '.scripts' < package.json
jq -r '.items[] | select(.a == "b") | .name' data.json
jq length data.json
awk '{print $1}' data.txt
awk -F, '{print $2}' data.csv
awk 'NR>=10 && NR<=20' src/index.ts
awk -F: '{print $1, $3}' users.txt
awk '{s+=$1} END {print s}' numbers.txt
awk '/foo/ {print $2}' data.txt
base64 a.txt
xxd a.bin | head
od -c a.txt | head
strings dist/app.bin | head
seq 1 10
true
test -f package.json && echo yes
test -d src && ls src
[ -f package.json ] && cat package.json
[ -d node_modules ] || echo missing
test -e tsconfig.json
git status
git status -s
git status --short --branch
git --no-pager log --oneline -5
git log --oneline -20
git log -1
git log -3 --stat
git log -p -- src/index.ts
git log --oneline --graph --all
git log --since="2 weeks ago" --author=ada
git log --format='%h %an %s' -10
git log --pretty=format:'%h %ad %s' --date=short
git log main..HEAD --oneline
git log -S foo --oneline
git log --follow src/index.ts
git log --grep=fix -i
git diff
git diff --stat
git diff --stat HEAD~1
git diff HEAD~1
git diff main...HEAD
git diff --cached
git diff --staged
git diff --name-only HEAD
git diff --name-only main
git diff -- src/index.ts
git diff HEAD -- src
git diff --numstat
git diff -U0
git diff -w
git --no-pager diff
git diff HEAD -- . ':!package-lock.json'
git show
git show HEAD
git show --stat HEAD
git show HEAD:src/index.ts
git show HEAD~2 --name-only
git show --stat --oneline HEAD~3
git blame src/index.ts
git blame -L 10,20 src/index.ts
git branch
git branch -a
git branch --show-current
git branch -vv
git branch --merged
git tag
git tag -l 'v*'
git tag --sort=-creatordate | head
git remote -v
git remote get-url origin
git rev-parse HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse --show-toplevel
git rev-parse --short HEAD
git ls-files
git ls-files src
git ls-files | wc -l
git ls-files --others --exclude-standard
git ls-tree -r --name-only HEAD
git grep foo
git grep -n foo
git grep -n "foo" -- '*.ts'
git grep -l foo main
git stash list
git stash show -p
git describe --tags
git shortlog -sn
git reflog -5
git merge-base main HEAD
git rev-list --count HEAD
git cat-file -p HEAD
git config --get user.name
git check-ignore -v dist
git worktree list
git for-each-ref --format='%(refname)' refs/heads
git diff HEAD --stat | tail -1
git status && git diff --stat
git log --oneline | head -5
cd src && ls
cd src && grep -n foo index.ts
cd src; cat index.ts | head -5
node --version
node -v && npm -v
npm --version
npm ls
tsc --version
python3 --version
python --version
pip --version
git --version
java -version 2>&1 | head -1
make --version | head -1
cat package.json | grep version
cat .gitignore
cat src/*.ts | wc -l
ls -la && cat package.json
ls node_modules | head
ls -la .github/workflows
cat .github/workflows/ci.yml
echo done
sleep 1
uptime
free -h
npm ls --depth=0
npm list --all
npm run
npm config get registry
pip list
pip show requests
go version
go env GOPATH
grep -rn "foo" src --include=*.ts
grep -rn "foo" . --include=*.ts
git config user.name
git config --get remote.origin.url
awk '{print NR": "$0}' src/index.ts
git log --oneline -5 --graph
sed -n '1,50p' src/index.ts
wc -l src/*.ts
node --version
find . -type f -name "*.ts" -not -path "*/node_modules/*" | head
git diff-tree --no-commit-id --name-only -r HEAD
git symbolic-ref --short HEAD
git bisect log
git remote show
git check-ignore -v .env
awk 'END {print NR}' src/index.ts
jq --arg k name '.[$k]' package.json
npm root
npm prefix
npm why react
npm pkg get version
whereis node
printenv PATH
lscpu
cal
expr 1 + 2
numfmt --to=iec 1024
shuf -n 3 README.md
tar -tzf x.tgz
tar tf x.tar
unzip -l x.zip
grep --version
[ -f .env ] && echo yes
ls -la .env
grep -n "x" src/index.ts | sort | uniq -c | sort -rn | head
`
  .trim()
  .split('\n');
