/**
 * Programs whose version may be queried, and the option for it. Excluded are those that a file of the workspace can
 * make run something first: `yarn`, `pnpm`, `cargo`, `rustc`, `go`, `dotnet`, and everything through `npx`.
 */
export const VERSIONS: Readonly<Record<string, RegExp>> = {
  node: /^(?:--version|-v)$/,
  npm: /^(?:--version|-v)$/,
  tsc: /^(?:--version|-v)$/,
  python: /^(?:--version|-V)$/,
  python3: /^(?:--version|-V)$/,
  pip: /^(?:--version|-V)$/,
  pip3: /^(?:--version|-V)$/,
  java: /^(?:-version|--version)$/,
  javac: /^(?:-version|--version)$/,
  gcc: /^--version$/,
  'g++': /^--version$/,
  clang: /^--version$/,
  make: /^(?:--version|-v)$/,
  cmake: /^--version$/,
  perl: /^(?:--version|-v)$/,
  ruby: /^(?:--version|-v)$/,
  bash: /^--version$/,
  git: /^(?:--version|version)$/,
  gh: /^--version$/,
  docker: /^(?:--version|-v)$/,
  curl: /^(?:--version|-V)$/,
  ...Object.fromEntries(
    'awk cat cut diff find grep head ls sed sort tail tar tree wc wget zip rsync sqlite3 psql mysql redis-cli vim nvim zsh fish uv ruff black mypy deno swift ghc clang-format'
      .split(' ')
      .map(name => [name, /^--version$/]),
  ),
  php: /^(?:--version|-v)$/,
  lua: /^-v$/,
  zig: /^version$/,
  tmux: /^-V$/,
  ffmpeg: /^-version$/,
  openssl: /^version$/,
  jq: /^(?:--version|-V)$/,
  rg: /^(?:--version|-V)$/,
};
