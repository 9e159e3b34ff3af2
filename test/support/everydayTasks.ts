/** What an agent runs for ten everyday tasks, in its order. */
export const EVERYDAY_TASKS: Readonly<Record<string, readonly string[]>> = {
  'fix a failing test': ['npm test', 'npx mocha test/a.test.ts', 'node --test test/a.test.js', 'npm test'],
  'add a feature': ['ls src', 'npm run build', 'npm run lint', 'npx tsc --noEmit', 'npm test'],
  'rename a function': [
    'grep -rn oldName src',
    "sed -i 's/oldName/newName/g' src/a.ts src/b.ts",
    'npx tsc --noEmit',
    'npm test',
  ],
  'profile a slow script': [
    'node --cpu-prof --cpu-prof-dir=out bench.js',
    'node out/summary.js > out/summary.txt',
    'cat out/summary.txt',
  ],
  'set up a Python project': [
    'python3 -m venv venv',
    'venv/bin/python -m pytest -q',
    'venv/bin/python -m mypy src',
    'mkdir -p src/app && touch src/app/__init__.py',
  ],
  'write a migration': [
    'mkdir -p migrations',
    'cp migrations/001.sql migrations/002.sql',
    'sqlite3 test.db < migrations/002.sql',
    'sqlite3 test.db .schema',
  ],
  'build a Rust crate': ['cargo build', 'cargo test', 'cargo clippy --all-targets', 'cargo fmt'],
  'build a Go service': ['go build ./...', 'go vet ./...', 'go test ./...', 'gofmt -w cmd'],
  'generate code': [
    'node scripts/generate.js',
    'npx prettier --write src/generated',
    'git diff --stat',
    'npm run check',
  ],
  'add a dependency and commit': [
    'npm view left-pad version',
    'npm install left-pad',
    'npm test',
    'git add -A',
    'git commit -m "Add left-pad"',
  ],
};
