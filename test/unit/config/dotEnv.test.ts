import assert from 'node:assert/strict';
import { addEnvFiles } from '../../../src/config/dotEnv';

describe('A .env file', () => {
  const add = (text: string | null, { env = {}, isProject = true, excluded = [] as string[] } = {}) =>
    addEnvFiles(env, [{ file: '/w/.env', isProject, text, error: 'EACCES' }], excluded);

  it('adds to the environment and changes nothing in it', () => {
    const env = { A: 'kept', EMPTY: '' };
    const { variables, problems } = add('\uFEFF# mine\nA=new\nexport B="two words"\nEMPTY=x\nGEMINI_MODEL=m', {
      env,
    });
    assert.deepEqual(variables, { A: 'kept', EMPTY: '', B: 'two words', GEMINI_MODEL: 'm' });
    assert.deepEqual([problems, env], [[], { A: 'kept', EMPTY: '' }]);
  });

  it('of the project comes before that of the home folder', () => {
    const files = ['X=project', 'X=home\nY=home'].map((text, i) => ({ file: `${i}`, isProject: i === 0, text }));
    assert.deepEqual(addEnvFiles({}, files, []).variables, { X: 'project', Y: 'home' });
  });

  it('of a project sets none of the excluded variables', () => {
    assert.deepEqual(add('DEBUG=1\nX=1', { excluded: ['DEBUG'] }).variables, { X: '1' });
    assert.deepEqual(add('DEBUG=1', { excluded: ['DEBUG'], isProject: false }).variables, { DEBUG: '1' });
  });

  it('of a project redirects nothing, and that is said', () => {
    const names = [
      ...['GEMINI_CLI_HOME', 'GEMINI_CLI_TRUST_WORKSPACE', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'POLLUX_WEB_FETCH_HOSTS'],
      ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL', 'CODE_ASSIST_ENDPOINT', 'GOOGLE_GENAI_USE_VERTEXAI'],
      ...['GEMINI_CLI_CUSTOM_HEADERS', 'GOOGLE_GENAI_API_VERSION', 'CODE_ASSIST_API_VERSION'],
      ...['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'ALL_PROXY', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LD_PRELOAD'],
      ...[
        'NODE_TLS_REJECT_UNAUTHORIZED',
        'PATH',
        'Path',
        'HOME',
        'GIT_DIR',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'SSL_CERT_FILE',
      ],
      ...['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_GENAI_USE_GCA'],
      ...[
        'GOOGLE_CLOUD_ACCESS_TOKEN',
        'GEMINI_BASE_URL',
        'GEMINI_SYSTEM_MD',
        'CLOUDSDK_CONFIG',
        'google_cloud_project',
      ],
    ];
    const text = names.map(name => `${name}=evil`).join('\n');
    const { variables, problems } = add(`${text}\nDATABASE_URL=d\nGEMINI_MODEL=m`);
    assert.deepEqual(variables, { DATABASE_URL: 'd', GEMINI_MODEL: 'm' });
    assert.deepEqual(
      problems.map(({ message }) => message),
      [`A project may not set ${names.join(', ')}, so that is ignored. Set it in your own environment.`],
    );
    assert.equal(Object.keys(add(text, { isProject: false }).variables).length, names.length);
  });

  it('of a project has shells, interpreters and package managers run and load nothing, and leads them nowhere', () => {
    const names = [
      ...['SHELLOPTS', 'BASHOPTS', 'PS4', 'PROMPT_COMMAND', 'BASH_ENV', 'BASH_XTRACEFD', 'ZDOTDIR', 'CDPATH', 'IFS'],
      ...[
        'GCONV_PATH',
        'LOCPATH',
        'OPENSSL_CONF',
        'DYLD_INSERT_LIBRARIES',
        'LD_AUDIT',
        'XDG_CONFIG_HOME',
        'XDG_DATA_DIRS',
      ],
      ...['EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'GH_PAGER', 'GIT_EDITOR', 'SUDO_ASKPASS', 'BROWSER', 'LESSOPEN'],
      ...[
        'PYTHONSTARTUP',
        'PYTHONHOME',
        'PYTHONWARNINGS',
        'PERL5OPT',
        'PERL5LIB',
        'RUBYOPT',
        'NODE_PATH',
        'GIT_SSH_COMMAND',
      ],
      ...['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'MAKEFLAGS', 'TAR_OPTIONS', 'RIPGREP_CONFIG_PATH'],
      ...['GOFLAGS', 'GOPROXY', 'GOTOOLCHAIN', 'RUSTC_WRAPPER', 'RUSTUP_TOOLCHAIN', 'CARGO_HOME', 'cargo_build_rustc'],
      ...['PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'YARN_RC_FILENAME', 'npm_config_registry', 'NPM_CONFIG_SCRIPT_SHELL'],
      ...['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'DOCKER_HOST', 'KUBECONFIG', 'GH_HOST', 'http_proxy', 'Ld_Preload'],
    ];
    names.push(
      ...'MAVEN_OPTS GRADLE_USER_HOME JAVA_HOME CC CFLAGS CMAKE_C_COMPILER_LAUNCHER COMPILER_PATH PYTEST_ADDOPTS'.split(
        ' ',
      ),
      ...'PYTEST_PLUGINS PYTHONUSERBASE BUNDLE_GEMFILE GEM_HOME COMPOSER_HOME PHPRC LUA_INIT R_PROFILE'.split(' '),
      ...'JULIA_LOAD_PATH ERL_AFLAGS DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH AWKPATH TS_NODE_COMPILER'.split(' '),
      ...'ASDF_DATA_DIR PYENV_ROOT TF_CLI_CONFIG_FILE AWS_CONFIG_FILE ANSIBLE_CONFIG KUBECTL_EXTERNAL_DIFF'.split(' '),
      ...'HELM_PLUGINS LESS RSYNC_RSH SVN_SSH HGRCPATH HOSTALIASES PSQLRC GOROOT GOCACHEPROG GOAUTH'.split(' '),
      ...'CGO_CFLAGS RUSTFLAGS RUSTDOC VIMINIT PSModulePath SystemRoot FZF_DEFAULT_COMMAND QT_PLUGIN_PATH'.split(' '),
    );
    const harmless = [
      ...'FEATURE_FLAGS AWS_REGION AWS_ACCESS_KEY_ID TF_VAR_name DOTNET_ENVIRONMENT PGHOST LANG R_LIMIT'.split(' '),
      ...'GOOS GOARCH COMPOSE_FILE DISPLAY CLASS LESSONS CCC GEMS'.split(' '),
      'NODE_ENV',
      'DEBUG',
      'DATABASE_URL',
      'PORT',
      'CARGO_TERM_COLOR',
      'PYTHONPATH',
      'APP_ENV',
      'PATHS',
    ];
    const { variables } = add([...names, ...harmless].map(name => `${name}=x`).join('\n'));
    assert.deepEqual(Object.keys(variables), harmless);
  });

  it("of a project replaces no key of the user's, also none of their own file", () => {
    const texts = ['GEMINI_API_KEY=project\nGOOGLE_API_KEY=other', 'GEMINI_API_KEY=home'];
    const files = texts.map((text, i) => ({ file: `${i}`, isProject: i === 0, text }));
    const { variables, projectKey } = addEnvFiles({}, files, []);
    assert.deepEqual([variables, projectKey], [{ GEMINI_API_KEY: 'home' }, 'project']);
  });

  it('changes no prototype, and may hold anything', () => {
    const { variables } = add('__proto__=x\nconstructor=y\n\0\n===\nX');
    assert.equal(Object.getPrototypeOf(variables), Object.prototype);
    assert.equal(variables.constructor, 'y');
  });

  it('that can not be read is a problem', () => {
    const { variables, problems } = add(null, { env: { A: '1' } });
    assert.deepEqual(variables, { A: '1' });
    assert.deepEqual(problems, [{ file: '/w/.env', severity: 'error', message: "It can't be read: EACCES" }]);
  });
});
