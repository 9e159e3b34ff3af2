/** What a developer's own environment must not bring into a test: credentials, proxies, other tools' settings. */
const foreign =
  /^(GEMINI|GOOGLE|CODE_ASSIST|VSCODE|ELECTRON|GIT|NPM|NODE)_|^XDG_(CONFIG|DATA|CACHE|STATE)_|_PROXY$|^POLLUX_DEMO$/i;

/** This process's environment without anything personal, at home in `home`, and with `own` on top. */
export function testEnvironment(home: string, own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const neutral = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(neutral), HOME: home, USERPROFILE: home, ...own };
}

/** This process's environment without what an editor leaves in its terminals, which would confuse another editor. */
export function userEnvironment(own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const outside = Object.entries(process.env).filter(([name]) => !/^(VSCODE|ELECTRON)_/.test(name));
  return { ...Object.fromEntries(outside), ...own };
}
