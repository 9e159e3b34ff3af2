/** More of what is run to look around: repositories, containers, data, tools. None of it is in the other lists. */
export const OF_MORE: readonly string[] = String.raw`
git log --oneline -7 -- docs
git log --stat -1 HEAD~3
git log --pretty=format:'%h %ad %s' --date=short -12
git log --merges --oneline -5
git log --format='%an' | sort | uniq -c | sort -nr
git log origin/main..HEAD --oneline
git log --diff-filter=D --name-only --oneline -5
git log -G 'fetchUser' --oneline -- src
git log -L 10,20:src/index.ts -1
git log --tags --simplify-by-decoration --oneline
git diff --name-status HEAD~3 HEAD
git diff --numstat HEAD~1
git diff -U0 HEAD -- src/index.ts
git diff --dirstat HEAD~10
git diff HEAD^ HEAD --compact-summary
git diff main -- package.json
git show :0:package.json
git show --format=fuller --no-patch HEAD
git show HEAD --stat -- src
git show main:README.md | head -20
git show --pretty=raw -s HEAD
git blame -w -C src/index.ts
git blame -L '/main/,+10' src/index.ts
git rev-parse --abbrev-ref HEAD@{upstream}
git rev-list --left-right --count main...HEAD
git branch --merged main
git branch -r --sort=-committerdate
git tag --contains HEAD
git stash list --stat
git worktree list --porcelain
git ls-tree -r --name-only HEAD src
git ls-files --others --exclude-standard | head
git check-ignore node_modules dist
git cat-file -s HEAD:package.json
git grep -c "TODO" -- '*.ts'
git grep -n -e foo --and -e bar
git grep -W "function main" -- src
git shortlog -sne --no-merges
git describe --long --dirty
git merge-base HEAD main
git name-rev --name-only HEAD
git for-each-ref --sort=-committerdate refs/heads --format='%(refname:short) %(committerdate:relative)' --count=10
git count-objects -vH
git var GIT_AUTHOR_IDENT
docker ps
docker ps -a --format '{{.Names}}'
docker images
docker image ls
docker stats --no-stream
docker network ls
docker version
kubectl config current-context
kubectl version --client
go env
python3 -V
pip list --format=freeze
uv --version
jq -r '.scripts | to_entries[] | "\(.key): \(.value)"' package.json
jq '.[0]' data.json
jq -s 'length' a.json b.json
jq 'keys' package.json
jq -e '.version' package.json
jq 'to_entries | map(select(.value > 3)) | from_entries' data.json
jq --arg n react '.dependencies[$n]' package.json
jq '[.[] | select(.type == "error")] | length' log.json
jq -r '.[] | [.id, .name] | @csv' data.json
jq -r 'paths | map(tostring) | join(".")' data.json
jq 'group_by(.kind) | map({kind: .[0].kind, n: length})' data.json
jq '.dependencies + .devDependencies | length' package.json
jq -r '.version' package.json | tr -d '\n'
find . -maxdepth 2 -type d -not -name '.*'
find . -type f -name '*.py' -mmin -60
find src -type f \( -name '*.ts' -o -name '*.tsx' \) -print | wc -l
find . -type l
find . -type f -printf '%s %p\n' | sort -rn | head
find . -iname 'readme*'
find lib -name '*.rb' | sort
find . -name '*.java' | head -30
find . -type d -name test
find docs -name '*.md' -size +10k
awk '{print NF}' data.txt | sort -u
awk -F: '{print $1}' data.txt
awk 'NR==5' src/index.ts
awk 'length > 120' src/index.ts
awk '!seen[$0]++' data.txt
awk '{sum += $3} END {print sum}' data.txt
awk '/ERROR/ {print $1, $2}' app.log
awk 'END {print NR}' data.txt
awk -F'\t' '{print $2}' data.tsv
awk '{print $1 " " $2}' data.txt
awk 'NR % 2 == 0' data.txt
awk '$3 > 100 {print $1}' data.txt
awk '{count[$1]++} END {for (k in count) print k, count[k]}' data.txt
sed -n '5p' src/index.ts
sed -n '/^import/p' src/index.ts
sed -n '20,30p;40q' src/index.ts
sed '/^$/d' README.md | wc -l
sed -n '/BEGIN/,/END/p' notes.txt
sed 's/^[[:space:]]*//' src/index.ts | head
sed -E 's/([a-z]+)@([0-9.]+)/\1 \2/' deps.txt
sed -n '$=' src/index.ts
sed -n '/## \[Unreleased\]/,/## \[/p' CHANGELOG.md
sed 's/,/\n/g' list.txt
sed '1d;$d' data.csv
sed -n 's/.*"version": "\(.*\)".*/\1/p' package.json
grep -rn --exclude-dir={node_modules,dist} "TODO" .
grep -rnE "^\s*def " src --include=*.py
grep -n -m 5 "error" app.log
grep -Ho "foo" src/index.ts
grep -rL "license" src
grep -nP "\bfoo\b" src/index.ts
grep -v "^\s*#" config.ini | grep -v '^$'
grep -oE '"[a-z]+":' data.json | sort | uniq
grep -rn 'TODO\|FIXME' src | wc -l
rg --stats foo src
rg -n --hidden -g '!.git' foo
rg -U "foo\nbar" src
rg -l foo | sort
rg -e foo -e bar src
rg -nw Foo src -g '*.rs'
rg -o '#[A-Za-z]+' docs
rg --type-list
rg -c '' src/index.ts
ls -l --time-style=long-iso src
ls -S src | head -3
ls -dt */ | head
ls -i src
ls -lrt src | tail -5
ls -l src/index.ts && wc -l src/index.ts
cat -n src/index.ts | sed -n '10,20p'
cat src/index.ts | tr -s ' ' | cut -d' ' -f1 | sort | uniq -c
tail -n +5 data.csv | cut -d, -f3 | sort -n | tail -1
head -c 100 dist/app.js | xxd
head -5 src/*.ts
wc -l < src/index.ts
wc -lwc README.md
cut -c1-80 README.md
comm -23 a.txt b.txt
diff -y --suppress-common-lines a.txt b.txt
diff -rq src lib
sort -t, -k3 -nr data.csv | head
sort -V versions.txt
uniq -c data.txt
tr -d '\r' < data.txt | head
stat -c '%s %n' src/index.ts
stat src/index.ts
file -b src/index.ts
du -sh .git
du -ah src | sort -rh | head -5
realpath src/index.ts
date +%s
date '+%Y-%m-%d %H:%M'
free -m
which python3 pip
command -v docker
type -a node
printenv HOME
node --version && npm --version
npm ls --depth 1 typescript
npm pkg get scripts
npm explain lodash
cat build.gradle
cat composer.json | jq .require
cat Gemfile.lock | head -30
cat mix.exs
cat CMakeLists.txt
cat src/lib.rs | head -60
ruby -v
php -v
cmake --version
sqlite3 --version
psql --version
sha1sum package-lock.json
xxd -l 64 logo.png
hexdump -C -n 32 logo.png
od -An -tx1 -N16 logo.png
strings -n 8 app.bin | head
tree -a -L 1
tar tf release.tar.gz | head
unzip -l app.jar | tail -1
lsof -i :3000
ss -ltn
test -d .git && git status -s
ls src/components | xargs -n1 basename
seq 1 5
column -s, -t data.csv | head
nl src/index.ts | tail -3
expand -t4 src/main.go | head
tac CHANGELOG.md | head -3
rev names.txt
fold -s -w 80 README.md
numfmt --to=iec 123456
printf '%-10s %s\n' a b
sleep 1 && ls
cd src && grep -rn foo . | head -5
cd packages/app && cat package.json
pwd -P
ls -la && git status -s && git log --oneline -3
cat package.json | grep -A5 '"scripts"'
git diff HEAD | grep '^+' | wc -l
git status --short | awk '{print $2}'
git log --format=%s -20 | cut -c1-60
kubectl get pods
gh pr list
ps
ps -e -o pid,comm,%cpu
ps -p 1234 -o pid,etime
cargo tree
go list ./...
for f in src/*.ts; do wc -l "$f"; done
make -n
diff <(sort a.txt) <(sort b.txt)
`
  .trim()
  .split('\n');
