import assert from 'node:assert/strict';
import { createDiskTerminal } from '../../../../src/node/process/diskTerminal';
import {
  commandEnvironment,
  scrubEnvironment,
  withheldFrom,
  withheldNames,
} from '../../../../src/node/process/environment';
import { approve } from '../../../support/approve';

describe('The environment of a command', () => {
  it('has no secrets, by name', () => {
    const names = [
      ...[
        'GEMINI_API_KEY',
        'GOOGLE_API_KEY',
        'GITHUB_TOKEN',
        'AWS_SECRET_ACCESS_KEY',
        'DB_PASSWORD',
        'npm_config__auth',
      ],
      ...[
        'PGPASSWORD',
        'NPMTOKEN',
        'apiKey',
        'AUTH',
        'OAUTH2_TOKEN2',
        'STRIPE_APIKEY',
        'ssh-private-key',
        'HTTP_AUTHORIZATION',
      ],
      ...['MY_CREDENTIALS', 'GOOGLE_APPLICATION_CREDENTIALS', 'PRIVATE_THING', 'CLIENT_CERT', 'mysql_passwd', 'CREDS'],
    ];
    assert.deepEqual(scrubEnvironment(Object.fromEntries(names.map(name => [name, 'x']))), {});
    assert.deepEqual(scrubEnvironment({ CERT_PASSWORD: '/x', CLIENT_CERT_KEY: '/x' }), {});
  });

  it('has no secrets, by value', () => {
    const values = [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.abc',
      'ghp_0123456789abcdefghij',
      'AIzaSyA0123456789abcdefghijklmnop',
      'AKIAIOSFODNN7EXAMPLE',
      '-----BEGIN RSA PRIVATE KEY-----\nx',
      'postgres://user:hunter2@host/db',
      'sk-proj-0123456789',
    ];
    for (const value of values) assert.deepEqual(scrubEnvironment({ PLAIN: value }), {}, value);
  });

  it('has everything else', () => {
    const env = {
      PATH: '/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      SSH_AUTH_SOCK: '/tmp/agent',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      PIP_CERT: '/etc/ca.pem',
      CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: '~/ca.pem',
      SSL_CERT_DIR: 'C:\\certificates',
      GEMINI_CLI_TRUSTED_KEYS: '1',
      URL: 'https://host/a:b@c',
      EMPTY: '',
    };
    assert.deepEqual(scrubEnvironment({ ...env, GONE: undefined }), env);
  });

  it('loses nothing whose name only contains the word of a secret', () => {
    const names = [
      'AUTHOR',
      'MONKEY',
      'GIT_AUTHOR_NAME',
      'XAUTHORITY',
      'KEYBOARD',
      'TOKENIZERS_PARALLELISM',
      'SECRETARY',
    ];
    names.push('KEYMAP', 'TURKEY_URL', 'CERTAINTY', 'PRIVATELY', 'AUTHORITY', 'HOTKEYS', 'CONCERT', 'PASSWORDLESS');
    const env = Object.fromEntries(names.map(name => [name, 'x']));
    assert.deepEqual(scrubEnvironment(env), env);
    assert.deepEqual(withheldNames(env), []);
  });

  it('names what it loses, of which a command is told what it names, or all but keys of ours where it failed', () => {
    const env = { A_TOKEN: 'x', B_TOKEN: 'x', PLAIN: 'x', VSCODE_PID: '1', GEMINI_API_KEY: 'x' };
    const withheld = (command: string, exitCode: number) => withheldFrom({ command, exitCode }, env);
    assert.deepEqual(withheldNames(env, { allowed: ['B_TOKEN'] }), ['A_TOKEN', 'GEMINI_API_KEY']);
    assert.deepEqual(withheld('curl -H "$A_TOKEN"', 0), ['A_TOKEN']);
    assert.deepEqual(withheld('make', 0), []);
    assert.deepEqual(withheld('make', 2), ['A_TOKEN', 'B_TOKEN']);
    assert.deepEqual(withheld('test -n "$GEMINI_API_KEY"', 1), ['A_TOKEN', 'B_TOKEN', 'GEMINI_API_KEY']);
  });

  it('has nothing of the editor’s own processes', () => {
    const env = { ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '1', VSCODE_NLS_CONFIG: '{}', VSCODE_IPC_HOOK_CLI: '/s' };
    assert.deepEqual(scrubEnvironment(env), { VSCODE_IPC_HOOK_CLI: '/s' });
  });

  it('can be told otherwise', () => {
    const env = { API_KEY: 'x', PLAIN: 'y' };
    assert.deepEqual(scrubEnvironment(env, { allowed: ['API_KEY'], blocked: ['PLAIN'] }), { API_KEY: 'x' });
  });

  it('has what looks like a secret where the person does not want it left out, but no key of ours', () => {
    const env = {
      API_KEY: 'x',
      GONE: 'y',
      GEMINI_API_KEY: 'a',
      GOOGLE_API_KEY: 'b',
      GOOGLE_CLOUD_ACCESS_TOKEN: 'c',
      GEMINI_CLI_CUSTOM_HEADERS: 'd',
    };
    assert.deepEqual(scrubEnvironment(env, { isEnabled: false, blocked: ['GONE'] }), { API_KEY: 'x' });
    assert.deepEqual(scrubEnvironment(env, { allowed: Object.keys(env) }), { API_KEY: 'x', GONE: 'y' });
  });

  it('names the pager that is wanted', () => {
    const { PAGER, GIT_PAGER } = commandEnvironment({}, { pager: 'less' });
    assert.deepEqual([PAGER, GIT_PAGER], ['less', 'less']);
  });

  it('has nothing of what files add for a command that only looks', () => {
    const variables = { LANG: 'de_DE', PS4: '$(./run)', ADDED: 'x' };
    const looking = commandEnvironment({ LANG: 'C' }, { variables, onlyLooks: true });
    assert.deepEqual([looking.LANG, looking.PS4, looking.ADDED], ['C', undefined, undefined]);
    assert.equal(commandEnvironment({ LANG: 'C' }, { variables }).ADDED, 'x');
  });

  it('has only what is known to do no harm for a command that only looks', () => {
    const looking = (env: Record<string, string>) => {
      const own = commandEnvironment({}, { onlyLooks: true });
      const all = Object.entries(commandEnvironment(env, { onlyLooks: true, folders: ['/w'], pager: './run' }));
      return Object.fromEntries(all.filter(([name, value]) => own[name] !== value));
    };
    const everyday = {
      PATH: '/usr/bin',
      HOME: '/w',
      USER: 'me',
      LANG: 'de_DE.UTF-8',
      LANGUAGE: 'de:en',
      LC_ALL: 'C',
      TZ: 'America/Argentina/Buenos_Aires',
      NVM_DIR: '/home/me/.nvm',
      XDG_CONFIG_HOME: '/home/me/.config',
    };
    assert.deepEqual(looking(everyday), everyday);
    const hostile =
      'MAGIC UNZIP UNZIPOPT ZIPINFO ZIPINFOOPT JQ_COLORS GREP_OPTIONS GREP_COLORS LESSOPEN LESS MANPAGER POSIXLY_CORRECT TAR_OPTIONS BASH_ENV BASH_FUNC_ls%% SHELLOPTS PS4 LD_PRELOAD LOCPATH NODE_OPTIONS GIT_DIR GIT_EXTERNAL_DIFF GIT_SSH RIPGREP_CONFIG_PATH PERL5OPT PYTHONPATH GOROOT npm_config_userconfig CDPATH TERMINFO NEW_OPTION';
    assert.deepEqual(looking(Object.fromEntries(hostile.split(' ').map(name => [name, './run']))), {});
    const paths = { LC_ALL: '../x', LANGUAGE: '/w', TZ: ':/w/zone', HOME: 'w', NVM_DIR: '/w/.nvm', USER: 'a\nb' };
    assert.deepEqual(looking(paths), {});
    assert.deepEqual(looking({ TZ: 'a/../../w', PYENV_ROOT: '.', CARGO_HOME: '/w', XDG_DATA_HOME: '/x:/w' }), {});
  });

  it('has git run nothing besides, where it only looks', () => {
    const git = (env: object) => Object.keys(env).filter(name => name.startsWith('GIT_CONFIG_'));
    assert.deepEqual(git(commandEnvironment({})), []);
    const env = commandEnvironment({ GIT_CONFIG_KEY_99: 'core.fsmonitor' }, { onlyLooks: true });
    assert.equal(git(env).length, 1 + 2 * Number(env.GIT_CONFIG_COUNT));
  });

  it('finds no program of the workspace, nor of the folder it runs in, where a command only looks', () => {
    const PATH = ['/w/node_modules/.bin', '.', '', 'bin', '/usr/bin', '/w', '/wide/bin', '/w/../w/x'].join(':');
    const found = (options: object) => commandEnvironment({ PATH }, { folders: ['/w'], ...options }).PATH;
    assert.equal(found({ onlyLooks: true }), '/usr/bin:/wide/bin');
    assert.equal(found({}), PATH);
  });

  it('says who runs it, whatever it was', () => {
    assert.equal(commandEnvironment({ PAGER: 'less' }).PAGER, 'cat');
  });

  it('is what a command really gets', async () => {
    const terminal = createDiskTerminal({ env: { PATH: process.env.PATH, CANARY_TOKEN: 'bird', PLAIN: 'seen' } });
    const command = approve({ kind: 'command', command: 'env', cwd: '/' });
    const { output } = await terminal.run(command, () => undefined, new AbortController().signal);
    assert.match(output, /^PLAIN=seen$/m);
    assert.doesNotMatch(output, /bird|CANARY/);
  });
});
