/** What developers of JavaScript, Python, Go, Rust and Java run only to read. */
export const OF_LANGUAGES: readonly string[] = String.raw`
git log --oneline -10
git diff --name-only main...HEAD
git log --since=yesterday --oneline
git ls-files '*.ts' | wc -l
git grep -n TODO -- src
git log --oneline --graph --all -20
git show HEAD:package.json
git diff --cached --stat
git tag --list 'v1*'
git describe --tags --always
git log -p -1 -- src/index.ts
ls -1 | head -20
cat tsconfig.json | head -40
tail -20 CHANGELOG.md
sed -n '10,40p' src/index.ts
grep -rn "useState" src --include=*.tsx
grep -rln "describe(" test | head
grep -c "it(" test/a.test.ts
rg -n "export default" src
rg -l "import React" src
rg --files src | head
rg -t ts "interface \w+" src
find src -name '*.test.ts' | wc -l
find . -name package.json -not -path './node_modules/*'
find src -type f -name '*.tsx' -newer package.json
wc -l src/index.ts src/app.ts
jq '.scripts' package.json
jq -r '.dependencies | keys[]' package.json
jq '.compilerOptions.strict' tsconfig.json
cat package.json | jq .version
npm ls react
du -sh dist
ls -lh dist | sort -k5
diff src/a.ts src/b.ts
cut -d, -f1 data.csv | sort | uniq -c | sort -rn | head
tree -L 2 src
file media/icon.png
env | grep NODE
cat .eslintrc.json
cat .prettierrc
tail -n +10 README.md | head -5
grep -n "version" package.json | head -1
ls node_modules/.bin | head
cat node_modules/react/package.json | jq .version
pip freeze
cat requirements.txt
cat pyproject.toml
cat setup.cfg
grep -rn "def test_" tests --include=*.py
grep -rn "import pandas" . --include='*.py'
rg -n "class \w+\(Base" src
rg "^from \w+ import" -t py
find . -name '*.py' -not -path './.venv/*' | head -50
find . -name __pycache__ -type d
find tests -name 'test_*.py'
wc -l app/*.py
head -30 app/main.py
sed -n '1,20p' app/models.py
sed -n '/^class /p' app/models.py
cat tests/conftest.py
ls tests
ls -R app | head
grep -A5 "def main" app/main.py
grep -B2 -A10 "class User" app/models.py
awk '/^def /' app/main.py
cat Pipfile
cat tox.ini
cat poetry.lock | grep -A2 'name = "django"'
cat manage.py
git log --oneline -- app/models.py
git diff HEAD -- app
git show HEAD~2 --stat
grep -n "^class\|^def" app/main.py
cat go.mod
cat go.sum | wc -l
grep -rn "func Test" --include=*_test.go .
grep -rn "interface {" --include=*.go . | head
rg -n "func \(s \*Server\)" internal
rg -t go "errors.New" | wc -l
find . -name '*.go' | xargs wc -l
find . -name '*_test.go' | wc -l
find cmd -name main.go
head -20 cmd/app/main.go
sed -n '/func main/,/^}/p' cmd/app/main.go
ls cmd internal pkg
cat internal/server/server.go
wc -l internal/server/*.go
cat Makefile
grep -n "^[a-z-]*:" Makefile
cat Dockerfile
git diff go.mod
git log -5 --format='%h %an %s'
git blame -L 10,20 cmd/app/main.go
tree internal
cat .golangci.yml
cat Cargo.toml
grep -A10 '\[dependencies\]' Cargo.toml
cat Cargo.lock | grep -c '^name'
rg -n "pub fn" src
rg -n "unsafe" -t rust
rg "impl .* for" src/lib.rs
rg -c "#\[test\]" src
find src -name '*.rs' | wc -l
find . -name Cargo.toml -not -path './target/*'
head -40 src/main.rs
sed -n '1,50p' src/lib.rs
wc -l src/*.rs
ls src tests benches
cat rust-toolchain.toml
grep -rn "todo!()" src
grep -rn "#\[derive" src --include=*.rs | wc -l
git log --oneline -3 src/lib.rs
du -sh target
tail -50 src/main.rs
cat clippy.toml
cat pom.xml
grep -A3 "<dependency>" pom.xml
grep -n "<version>" pom.xml | head
cat build.gradle.kts
cat settings.gradle
find . -name '*.java' | wc -l
find src/test -name '*Test.java'
grep -rn "@RestController" src/main/java
grep -rln "@Entity" src/main | sort
rg -n "public class" src/main/java
rg "@Autowired" -t java -l
head -60 src/main/java/App.java
cat src/main/resources/application.yml
ls src/main/java/com/example
java -version
javac -version
sed -n '20,60p' src/main/java/App.java
wc -l src/main/java/*.java
tree -d src/main
git diff --stat origin/main
git log --author=Ada --oneline
git show --name-only HEAD
ls target | head
grep -c "ERROR" app.log
tail -100 app.log | grep ERROR
cat gradle.properties
cat .mvn/maven.config
unzip -l target/app.jar
tar -tzf dist.tar.gz
md5sum dist.tar.gz
printf '%s\n' a b
xxd -l 16 media/icon.png
cmp a.bin b.bin
cat vite.config.ts
grep -rn "fetch(" src --include=*.ts --include=*.tsx
rg -n "process\.env" src
cat .nvmrc
sed -n '/"scripts"/,/}/p' package.json
cat docker-compose.yml
grep -n "FROM" Dockerfile
rg "async def" app
find migrations -name '*.py' | sort | tail -5
rg -n "go func" internal
cat .cargo/config.toml
rg "mod tests" src -l
grep -rn "throws IOException" src/main/java
git diff --stat HEAD~3 -- src
git log -1 --format=%B
git log --oneline --graph -15
git log -5 --stat
git blame -L 40,60 src/parser.ts
git grep -n 'useState(' -- '*.tsx'
ls -1 packages
grep -rn "TODO" --include='*.ts' src
grep -rn "from '\.\./" --include='*.tsx' src | head -20
grep -c "export" src/index.ts
rg -n "interface Props" -g '*.tsx'
rg -l "useEffect" src
rg -c describe -g '*.test.ts'
find . -name '*.tsx' -not -path './node_modules/*' | head
find . -maxdepth 2 -name package.json -not -path '*/node_modules/*'
sed -n '1,80p' src/index.ts
tail -50 npm-debug.log
cat setup.cfg | head -30
head -20 src/app/__init__.py
grep -rn "def test_" tests --include='*.py' | wc -l
grep -rn "import requests" --include='*.py' .
find . -name '__pycache__' -prune -o -name '*.py' -print | head
find . -name '*.py' -newer pyproject.toml
which python3
wc -l src/app/*.py
rg "class .*\(Base" -g '*.py'
sed -n '100,160p' src/app/models.py
awk '/^class /{print FILENAME": "$0}' src/app/*.py
go env GOMOD
head -30 go.sum
grep -rn "func Test" --include='*_test.go' . | wc -l
grep -rn "ctx context.Context" --include='*.go' internal | head
find cmd -type f
rg "func \(s \*Server\)" -g '*.go'
ls internal/*
grep -n "version" Cargo.toml
rg "unwrap\(\)" -g '*.rs' -c
rg "pub fn" src/lib.rs
ls target/debug | head
grep -rn "#\[test\]" src | wc -l
cat pom.xml | head -60
cat settings.gradle.kts
find . -name '*Test.java' | head
grep -rn "@RestController" --include='*.java' src
grep -rn "class .* extends" --include='*.java' src/main | head
find src/main/resources -type f
ls build/libs
ruby --version
cat Gemfile
head -30 Gemfile.lock
grep -n "rails" Gemfile.lock
grep -rn "has_many" --include='*.rb' app/models
find app -name '*.rb' | wc -l
cat config/routes.rb
cat .rubocop.yml
ls spec
sed -n '1,40p' app/models/user.rb
uname -sr
sort names.txt | uniq -c | sort -rn | head
cut -d, -f1 data.csv | sort -u
head -1 data.csv
file assets/logo.png
git log --oneline -3 -- package.json
git log -p -1 -- src/router.ts
git show HEAD~2:src/router.ts | head -30
git diff HEAD~2 -- src/router.ts
git tag --sort=-creatordate | head -3
git branch --show-current && git status -s
cat next.config.mjs
cat turbo.json
cat pnpm-workspace.yaml
cat jest.config.js
jq '.version' packages/core/package.json
jq -r '.workspaces[]' package.json
rg -n "process\.env\." -g '*.ts'
rg -n "as any" -g '*.ts' -c
rg "from 'zod'" -l
grep -rln "createContext" --include='*.tsx' src
grep -n '"@types' package.json
find src -type f -size +50k
find . -name '*.snap' -not -path './node_modules/*' | wc -l
ls src/components | sort | head -40
wc -l src/components/*.tsx | tail -1
cat src/api/client.ts | grep -n fetch
grep -rn "@pytest.fixture" --include='*.py' tests
grep -rn "logging.getLogger" --include='*.py' src | wc -l
find src -name '*.py' | sort | head -30
sed -n '/^def main/,/^def /p' src/app/cli.py
ls migrations | tail -5
rg -n "^async def" -g '*.py'
cat go.work
grep -n "^require" -A10 go.mod
rg -n "errors\.Is\(" -g '*.go'
rg "t\.Run\(" -g '*_test.go' -c
find . -name '*.proto'
ls pkg/*/
rg -n "#\[derive\(" -g '*.rs' | head
rg "todo!\(\)" -g '*.rs'
find crates -maxdepth 1 -type d
grep -n "^tokio" Cargo.toml
grep -rn "@Autowired" --include='*.java' src/main | wc -l
grep -n "<version>" pom.xml | head -5
find . -name '*.kt' | wc -l
rg "public interface" -g '*.java' -l
cat Rakefile
cat .ruby-version
grep -rn "def index" --include='*.rb' app/controllers
find spec -name '*_spec.rb' | wc -l
head -50 db/schema.rb
grep -n "resources :" config/routes.rb
cat docker-compose.yml | grep image
head -5 CHANGELOG.md
diff -u a.json b.json | head -40
`
  .trim()
  .split('\n');
