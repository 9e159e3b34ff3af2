/** By kind, commands that only seem to look. */
export const ASKED: Readonly<Record<string, string>> = {
  'options behind operands, where a program takes them for files': `
xxd a.txt -p
xxd a.txt -l5
xxd - -p
awk '{print}' -F .env
awk '{print}' a.txt -F x
command node -V
type node -p
paste a.txt -d .env
sort a.txt --field-separator .env
grep a a.txt -e .env
cut a.txt -d .env -f 1
sed p -e .env
sed p a.txt -e d
`,
  'the addresses of git, where its configuration is named': `
cat .git/config
grep url .git/config
head -5 .git/modules/a/config
git ls-remote --get-url
git config --get http.extraheader
`,
  'lists of containers that show the arguments and labels of each': `
docker ps --no-trunc
docker container ls -a --no-trunc
docker stats --no-stream --no-trunc
docker ps --format '{{.Command}}'
docker ps --format '{{json .}}'
docker ps --format json
docker ps --format raw
docker ps --format '{{.}}'
docker ps --format '{{.Names}} {{.Labels}}'
docker ps --format '{{.Label "a"}}'
docker ps --filter label=token=a
docker ps -qf label=token=a
docker volume ls --filter=label=token
docker images -f 'label=a'
`,
  'formats for which git checks signatures': `
git log --format=%G?
git log --format=%-GK
git log --pretty='%h%+GS'
git show -s --format='% GG'
`,
  'settings that may hold the password of a proxy': `
go env GOPROXY
go env GOPATH GOAUTH
`,
  'colors and marks of links, which tell what is outside': `
tree -C
tree -aC src
tree -F -L 1
`,
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
lsof
lsof -nP
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
