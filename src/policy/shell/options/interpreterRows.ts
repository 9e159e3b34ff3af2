import type { Row } from './row';

/** Launchers, filters, interpreters and database shells. */
export const INTERPRETER_ROWS: readonly Row[] = [
  {
    names: `concurrently cross-env cross-env-shell dotenv dotenvx xvfb-run fakeroot mise nyc c8 run-s run-p npm-run-all ldd
      hyperfine multitime entr watchexec reflex faketime eatmydata unbuffer rlwrap prlimit numactl setarch bwrap firejail
      proot rr heaptrack samply dbus-run-session dbus-launch aws-vault envchain doppler infisical op chamber foreman honcho
      overmind hivemind pm2 forever supervisord start-server-and-test wait-on systemd-inhibit cgexec schedtool chronic`,
    words: 'none',
  },
  {
    names: 'manage.py',
    first: 'check test migrate makemigrations showmigrations',
    options: '-v:number --verbosity=number --keepdb --failfast --parallel? --plan',
  },
  { names: 'yq', options: '-r -e -P -c -n -o:name', words: 'filter' },
  {
    names: 'jq',
    options:
      '-r -c -e -n -s -S -a -C -M -j -R -g --raw-output --compact-output --exit-status --null-input --slurp --sort-keys --raw-input --join-output --arg= --argjson= --tab --indent=number',
    words: 'filter',
  },

  // Interpreters and database shells: their words contain what they run.
  {
    names:
      'Rscript julia elixir expect gnuplot osascript jshell mongosh mongo duckdb ipython groovy scala kotlin clojure',
  },
  {
    names: 'psql',
    options: '-l --list -d:near -U: -h:near -p:number --dbname=near --username=name --host=near --port=number',
    words: 'names',
  },
  { names: 'pg_dump mysqldump', options: '-U: -h:near -p:number --schema-only --data-only', words: 'names' },
  { names: 'mysql mariadb', options: '-u: -h:near -P:number --user=name --host=near --port=number', words: 'names' },
  {
    names: 'redis-cli',
    first: 'ping info get mget keys scan ttl type exists llen hgetall dbsize',
    options: '-h:near -p:number -n:number',
    words: 'names',
  },
  { names: 'sqlite3', options: '-readonly -header -csv -json -line -column -table', style: 'words', words: 'none' },
];
