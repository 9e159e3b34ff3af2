/**
 * Variables that control the programs Pollux runs: where requests go, which hosts are trusted, what is run and how.
 * If a project could set them, merely opening a folder could redirect the user's work.
 */
const CONTROLLING = [
  /(?:^|_)PROXY$/,
  /^(?:NODE(?!_ENV$)|LD|DYLD|GIT|SSH|NPM_CONFIG|VSCODE|ELECTRON)_|^SSL/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|BASH_ENV|ENV|IFS|TMPDIR|TEMP|TMP|XDG_\w+|APPDATA|LOCALAPPDATA)$/,
  // Shells and the C library run or load these with every command.
  /^(?:SHELLOPTS|BASHOPTS|BASH_\w+|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|CDPATH|GLOBIGNORE|POSIXLY_CORRECT|GCONV_PATH|LOCPATH|OPENSSL_\w+)$/,
  // Programs start these to edit a text, show a page or ask for a password.
  /(?:^|_|MAN|HG)(?:EDITOR|VISUAL|PAGER|BROWSER|ASKPASS)$|^(?:LESSOPEN|LESSCLOSE)$/,
  // Interpreters and tools load, run or read these before their actual task.
  /^(?:PYTHON(?:STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS|EXECUTABLE)|PERL5(?:OPT|DB|LIB)|PERLLIB|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS)$/,
  /^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|TAR_OPTIONS|RIPGREP_CONFIG_PATH|CURL_HOME|WGETRC|GO(?:FLAGS|ENV|TOOLCHAIN|PROXY|NOSUMDB|SUMDB|INSECURE)|RUSTC\w*|RUSTUP_\w+|CARGO_(?!TERM_)\w+)$/,
  // These decide where packages come from, where requests go, and which hosts are trusted.
  /^(?:PIP|UV|YARN|PNPM|COREPACK|BUN_CONFIG)_|(?:^|_)(?:REGISTRY|INDEX_URL|CA_BUNDLE|CA_CERTS?|CERT_FILE)$|^(?:DOCKER_(?:HOST|CONFIG|CONTEXT)|KUBECONFIG|GH_HOST)$/,
  // Further options of compilers, build tools and interpreters, by the names that they share.
  /(?:^|_)(?:ADD)?OPTS$|^(?:C|CXX|CPP|LD|F|FC|AS|AR|RUST|RUSTDOC|ERL_[AZ]?)FLAGS$|^(?:MAVEN|ANT)_ARGS$|^(?:BUN|GREP|ELIXIR_ERL)_OPTIONS$|^(?:MANOPT|LESS|LESSKEY\w*|PERL_\w+_OPT|FZF_\w+)$/,
  // The programs that they start, or the folder where they find these.
  /^(?:CC|CXX|CPP|LD|AR|AS|FC|NM|RANLIB|RUSTDOC|RUSTFMT|SWIFT_EXEC|DEVELOPER_DIR|GO(?:ROOT|PATH|BIN|CACHEPROG|AUTH|VCS|TOOLDIR))$/,
  /^(?:JAVA|JDK|JRE|M2|MAVEN|GRADLE(?:_USER)?|ANT|MIX|COMPOSER|VOLTA|MYSQL)_HOME$|^(?:DENO_DIR|BUN_INSTALL|NVM_DIR|GNUPGHOME)$/,
  /^(?:CMAKE|GCC|CCACHE|SCCACHE|DISTCC|CGO|PKG_CONFIG|COR|CORECLR|NUGET|ASDF|MISE|PROTO|PYENV|RBENV|NODENV|FNM|DIRENV)(?:_|$)|^MSBUILD\w+$/,
  /^DOTNET_(?:ROOT\w*|STARTUP_HOOKS|SHARED_STORE|ADDITIONAL_DEPS)$/,
  // Where they look for code, libraries and plugins.
  /^(?:CPATH|COMPILER_PATH|LIBRARY_PATH|C(?:PLUS)?_INCLUDE_PATH|PYTHON(?:USERBASE|PLATLIBDIR|PYCACHEPREFIX)|PYTEST_PLUGINS|PHPRC|PHP_INI_SCAN_DIR|AWK(?:LIB)?PATH|TCLLIBPATH|FPATH|PSMODULEPATH|EMACSLOADPATH|NLSPATH|TERMINFO\w*|TERMCAP)$/,
  /^(?:BUNDLE|GEM|LUA|JULIA|R_(?:PROFILE|ENVIRON)|TS_NODE|JUPYTER|GIO|GST|GTK|QT)(?:_\w*)?$|^IPYTHONDIR$/,
  // Files that programs read, and run, before anything else.
  /^(?:VIMINIT|EXINIT|VIMRUNTIME|INPUTRC|HISTFILE|HGRCPATH|PSQLRC|PGSERVICEFILE|PGSYSCONFDIR|NETRC|AWS_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE)$/,
  /^(?:ANSIBLE|KUBECTL|KREW|HELM|KRB5)_|^TF_(?:CLI|PLUGIN)_/,
  // How they reach other machines.
  /^(?:RSYNC_\w+|CVS_RSH|SVN_SSH|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|BUILDKIT_HOST)$/,
  /^(?:SYSTEMROOT|WINDIR|PROGRAMDATA|PROGRAMFILES\w*)$/,
];

/** Whether a variable, in capitals, decides what programs run or load, or where they send requests. */
export function controlsPrograms(name: string): boolean {
  return CONTROLLING.some(each => each.test(name));
}
