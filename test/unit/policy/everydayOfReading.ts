/** What developers run to read code, logs and the history of a repository; none of it is in the other lists. */
export const OF_READING: readonly string[] = String.raw`
git status -sb
git status --porcelain
git log --oneline -15
git log --since="2 weeks ago" --oneline
git log --author=ada --oneline
git log -p -1 src/app.ts
git log --oneline main..HEAD
git log --all --oneline --graph --decorate
git log --follow --oneline src/index.ts
git log -S useState --oneline
git log --grep=fix --oneline
git log -1 --format=%H
git log -1 --pretty=%B
git log --oneline | wc -l
git diff main...HEAD --stat
git diff HEAD~2 -- src
git diff --word-diff README.md
git diff --ignore-space-at-eol
git diff | head -100
git show --stat
git show HEAD --name-only
git show HEAD~1:src/index.ts | head -40
git show --oneline -s
git tag -l 'v1.*'
git tag --sort=-creatordate | head -5
git blame src/index.ts | head -20
git ls-files src | head
git ls-files -m -o --exclude-standard
git grep -n TODO
git grep -il usestate -- src
git shortlog -sn HEAD
git cherry -v main
git config user.email
git check-ignore -v dist/a.js
git reflog -10
git cat-file -t HEAD
git diff --check
git diff --shortstat
git --no-pager log -5
ls -la --color=never
ls -ltr
ls -1
ls -lah src test
ls -d src/*/
ls *.json
ls src/**/*.ts
find . -type f -name '*.test.ts'
find . -name package.json -not -path '*/node_modules/*'
find src -type f | wc -l
find . -type f -size +100k
find src -name '*.tsx' -o -name '*.jsx'
find . -empty -type d
find . -mtime -1 -type f | head -20
find src -name '*.ts' | sort | head -50
grep -n "export function" src/index.ts
grep -rn "useEffect(" src
grep -rln "TODO" src
grep -rn --include='*.ts' "import .* from 'react'" src
grep -c "" src/index.ts
grep -A3 -B3 "main" package.json
grep -i error app.log | tail -20
grep -E "foo|bar" src/index.ts
grep -w state src/app.ts
grep -rnE "(class|interface) \w+" src | head -30
rg -n "createServer" src
rg -l "describe\(" test
rg -t ts "async function"
rg -i "todo|fixme" src
rg -c import src
rg -n -A 2 "catch" src/app.ts
rg "export default" -g '*.tsx'
cat src/index.ts | head -80
cat -A src/index.ts | head -5
cat README.md CHANGELOG.md
cat package.json | jq '.dependencies | keys'
cat tsconfig.json
head -1 CHANGELOG.md
head -n 60 src/app.ts
tail -n 40 CHANGELOG.md
tail -5 package.json
sed -n '100,150p' src/app.ts
sed -n '1,/^}/p' src/app.ts
sed -n '$p' src/app.ts
sed -e '1,5d' README.md
awk -F, '{print $2}' data.csv | sort | uniq -c | sort -rn | head
awk 'NR>=10 && NR<=20' src/app.ts
awk '/start/,/end/' app.log
awk '{s+=$1} END {print s}' data.txt
cut -d: -f1 data.txt | sort -u
sort data.txt | uniq -d
sort -k2 -n data.txt
tr 'a-z' 'A-Z' < data.txt
wc -l src/*.ts | tail -1
wc -w README.md
jq '.dependencies.react' package.json
jq 'length' data.json
jq -r '.[] | .name' data.json
jq -c '.items[]' data.json | head
diff -u src/a.ts src/b.ts
cmp src/a.ts src/b.ts
file dist/index.js
du -sh * | sort -h
du -h --max-depth=1
tree -I node_modules -L 3
tree -d src
md5sum package.json
sha256sum dist/index.js
dirname src/lib/index.ts
readlink -f package.json
date -u +%FT%TZ
which node npm
type git
node -v
npm -v
echo "done"
echo $?
printf '%s\n' a b c
[ -d node_modules ] && echo installed || echo missing
test -e tsconfig.json; echo $?
cd test && ls -la | head
pwd; ls
ls src && cat src/index.ts
cat package.json || true
head -20 src/index.ts; tail -20 src/index.ts
ls node_modules | wc -l
ls node_modules/.bin | grep eslint
cat node_modules/react/package.json | grep '"version"'
nl -ba src/index.ts | sed -n '20,40p'
od -c src/index.ts | head
xxd dist/a.bin | head -4
strings dist/a.bin | head
hexdump -C dist/a.bin | head -3
column -t data.txt
rev data.txt
tac app.log | head
fold -w 80 README.md | head
tar tzf dist/a.tgz
unzip -l dist/a.zip
id -un
git log --oneline --no-merges -20
git log --name-status -2
git log --reverse --oneline | head -3
git diff HEAD -- package.json
git diff --diff-filter=A --name-only
git show HEAD~2 --stat --oneline
git branch --list 'feature/*'
git for-each-ref --sort=-committerdate --count=5 refs/heads
ls -lS dist | head
ls -A
find . -name '*.log' -type f
find lib -name '*.js' | xargs -0 echo
grep -rn "deprecated" src lib | wc -l
grep -nE "^(import|export)" src/app.ts
rg -n "fetch\(" src --type ts
rg -U "a\nb" src/index.ts
head -c 500 src/index.ts
tail -n +20 README.md | head -30
wc -lc package.json README.md
sort -u a.txt b.txt | wc -l
sed -n '/^## /p' CHANGELOG.md | head
awk 'length > 120' src/app.ts
awk -F: '{print $1}' data.txt | sort -u
cd lib && git status
`
  .trim()
  .split('\n');
