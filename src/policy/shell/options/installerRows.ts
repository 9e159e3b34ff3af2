import type { Row } from './row';

/** Package managers, and frameworks that include one. */
export const INSTALLER_ROWS: readonly Row[] = [
  {
    names: 'apt apt-get',
    first: 'list show search update policy',
    options: '-y -q -s -qq --simulate --installed --upgradable --no-install-recommends',
    words: 'names',
  },
  { names: 'dpkg', options: '-l -L -s -S --list --listfiles --status --search', words: 'names' },
  { names: 'yum dnf zypper', first: 'list info search check-update repolist', options: '-y -q', words: 'names' },
  {
    names: 'brew',
    first: 'list info search outdated deps config leaves',
    options: '-q -v --cask --formula --versions',
    words: 'names',
  },
  {
    names: 'gem',
    first: 'list search info outdated environment',
    options: '-N -l --local --remote --no-document --conservative --user-install',
    words: 'names',
  },
  {
    names: 'bundle',
    first: 'install check list outdated show info',
    options: '-j:number --jobs=number --retry=number --local',
    words: 'names',
  },
  { names: 'pod', first: 'install outdated list', options: '--no-repo-update', words: 'names' },
  {
    names: 'composer',
    first: 'install show validate outdated dump-autoload update licenses why',
    options:
      '-n -o -q -v --no-interaction --no-dev --no-scripts --no-plugins --prefer-dist --optimize-autoloader --no-progress --dry-run',
  },
  { names: 'conda mamba micromamba', first: 'list info search', options: '-y', words: 'names' },
  {
    names: 'poetry pdm hatch rye',
    first: 'install show check lock build sync list update',
    options:
      '-n -q -v --no-interaction --no-root --no-dev --sync --only=name --with=name --without=name --outdated --tree',
    words: 'names',
  },
  { names: 'pipx', first: 'list environment', words: 'names' },
  {
    names: 'uv',
    first: 'sync lock tree',
    options: '-q -v --frozen --locked --offline --no-dev --all-extras --dev',
    words: 'names',
  },
  { names: 'nix nix-shell nix-build', first: 'flake search', words: 'none' },
  {
    names: 'mix',
    first: 'compile test format deps deps.get credo dialyzer hex.info',
    options: '--trace --failed --stale --check-formatted --only=name --warnings-as-errors --force',
  },
  { names: 'flutter', first: 'analyze test doctor devices build', options: '--release --debug --coverage --machine' },
  { names: 'dart', first: 'analyze format test fix', options: '--fatal-infos --set-exit-if-changed' },
  { names: 'rails', first: 'routes test stats notes about', options: '-v' },
  { names: 'artisan', first: 'list route:list about test', options: '' },
  { names: 'django-admin alembic', first: 'check current history heads version', words: 'none' },
  { names: 'flask gunicorn uvicorn celery jupyter', first: 'routes status', words: 'none' },
  { names: 'twine', first: 'check' },
];
