import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import * as vscode from 'vscode';
import { EditorCallbacks } from '../../src/vscode/authentication/editorCallbacks';
import { createGoogleSignIn, type GoogleSignInParts } from '../../src/vscode/authentication/googleSignIn';
import type { GoogleCredentials } from '../../src/node/credentials/credentials';
import { GoogleServer } from '../support/gemini/googleServer';
import { recordingLog } from './window';
import { openEgress } from '../support/egress';

const PAGE = 'https://vscode.dev/redirect';

describe('A sign-in with Google in the editor', () => {
  let server: GoogleServer;
  let kept: GoogleCredentials | undefined;
  let log: ReturnType<typeof recordingLog>;
  let callbacks: EditorCallbacks;
  beforeEach(async () => {
    kept = undefined;
    log = recordingLog();
    callbacks = new EditorCallbacks('pollux-dev.pollux', log);
    server = await new GoogleServer().listen();
    server
      .on('/token', { access_token: 'canary-access', refresh_token: 'canary-refresh', expires_in: 3600 })
      .on('/userinfo', { email: 'a@example.org' })
      .on('/revoke', {});
  });
  afterEach(() => server.close());

  /** `open` stands for the browser; none is opened. */
  const signInWith = (open: (page: URL) => Promise<void>, parts: Partial<GoogleSignInParts> = {}) =>
    createGoogleSignIn({
      egress: openEgress(),
      store: {
        read: async () => kept,
        save: async credentials => void (kept = credentials),
        delete: async () => void (kept = undefined),
        onDidChange: () => new vscode.Disposable(() => undefined),
        dispose: () => undefined,
      },
      client: () => ({ id: 'mine', secret: 'none' }),
      endpoints: server.endpoints,
      page: () => PAGE,
      callbacks,
      open: async page => {
        await open(new URL(page));
        return true;
      },
      ...parts,
    });
  /** The address that the page sends the browser on to. In a browser the editor's own stands within it. */
  const callbackOf = (page: URL) => {
    const address = new URL(decodeURIComponent(page.searchParams.get('state') ?? ''));
    const nonce =
      address.searchParams.get('nonce') ??
      new URLSearchParams(address.searchParams.get('vscode-query') ?? '').get('nonce') ??
      '';
    return { address, nonce };
  };
  const arrive = (query: string, path = '/auth') =>
    callbacks.handleUri(vscode.Uri.parse(`${vscode.env.uriScheme}://pollux-dev.pollux${path}?${query}`));

  it('comes back through the page and the editor’s own address, with PKCE', async () => {
    let asked = new URLSearchParams();
    const google = signInWith(async page => {
      asked = page.searchParams;
      const { address, nonce } = callbackOf(page);
      assert.match(nonce, /^[0-9a-f]{64}$/);
      assert.match(decodeURIComponent(address.href), /pollux-dev\.pollux/);
      arrive(`nonce=${nonce}&code=4%2F0A-b&iss=https%3A%2F%2Faccounts.google.com&windowId=1`);
    });
    assert.equal((await google.signIn())?.access_token, 'canary-access');
    assert.equal(kept?.email, 'a@example.org');
    const { code, redirect_uri, code_verifier } = server.to('/token')[0]!.body;
    assert.deepEqual([code, redirect_uri, asked.get('redirect_uri')], ['4/0A-b', PAGE, PAGE]);
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.ok(!String(asked).includes(String(code_verifier)));
    assert.deepEqual(log.lines, []);
  });

  it('ends when another one begins, instead of waiting beside it', async () => {
    const opened: URL[] = [];
    const browser = new EventEmitter();
    const isOpen = once(browser, 'open');
    const google = signInWith(async page => {
      opened.push(page);
      browser.emit('open');
      if (opened.length === 2) arrive(`nonce=${callbackOf(page).nonce}&code=4%2F0A-b`);
    });
    const first = google.signIn();
    await isOpen;
    const second = google.signIn();
    assert.equal(await first, undefined);
    assert.equal((await second)?.access_token, 'canary-access');
  });

  it('lives on through whatever does not carry its nonce, says so in the log alone, and takes one answer', async () => {
    let used = '';
    const google = signInWith(async page => {
      const { nonce } = callbackOf(page);
      for (const query of [
        '',
        'error=access_denied',
        'code=canary-evil',
        'nonce=&code=canary-evil',
        `nonce=${'0'.repeat(64)}&error=access_denied`,
        `nonce=${nonce}0&code=canary-evil`,
        `nonce=${nonce}&nonce=x&code=canary-evil`,
        `nonce=${nonce}&code=canary-evil&iss=https://evil.example`,
        `nonce=${nonce}&code=canary-evil&error=x`,
        `nonce=${nonce}`,
      ]) {
        arrive(query);
      }
      arrive(`nonce=${nonce}&code=canary-evil`, '/auth/more');
      arrive(`nonce=${nonce}&code=canary-evil`, '/');
      assert.equal(log.lines.length, 12);
      used = `nonce=${nonce}&code=`;
      arrive(`${used}right`);
      arrive(`${used}canary-second`);
    });
    assert.equal((await google.signIn())?.access_token, 'canary-access');
    assert.equal(server.to('/token')[0]?.body.code, 'right');
    arrive(`${used}canary-late`);
    assert.equal(server.to('/token').length, 1);
    assert.equal(log.lines.length, 14);
    assert.doesNotMatch(log.lines.join('\n'), /canary|nonce/);
  });

  it('ends where Google refuses, and then only with the right nonce', async () => {
    const google = signInWith(async page => {
      arrive('error=server_error');
      arrive(`nonce=${callbackOf(page).nonce}&error=access_denied`);
    });
    await assert.rejects(google.signIn(), /access_denied/);
    assert.deepEqual([kept, server.to('/token').length], [undefined, 0]);
  });

  it('tells two sign-ins apart', async () => {
    const pages: URL[] = [];
    const both = [1, 2].map(() =>
      signInWith(async page => {
        pages.push(page);
        if (pages.length < 2) return;
        const [first, second] = pages.map(each => callbackOf(each).nonce);
        arrive(`nonce=${second}&code=second`);
        arrive(`nonce=${first}&error=first_refused`);
      }).signIn(),
    );
    const results = await Promise.allSettled(both);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(server.to('/token').length, 1);
    assert.equal(server.to('/token')[0]?.body.code, 'second');
  });

  it('takes no page that is not https, and says which setting is wrong', async () => {
    for (const page of ['http://vscode.dev/redirect', 'vscode.dev', 'javascript:alert(1)']) {
      const google = signInWith(async () => assert.fail(), { page: () => page });
      await assert.rejects(google.signIn(), /pollux\.google\.redirectUri/, page);
      await assert.rejects(google.describeWayBack(), /pollux\.google\.redirectUri/, page);
    }
  });

  it('describes its way back: the page and where that leads to, or else a port or your hand', async () => {
    const open = async () => assert.fail('nothing is opened');
    const described = (await signInWith(open).describeWayBack()) ?? '';
    assert.ok(described.startsWith(`${PAGE} → `), described);
    assert.match(decodeURIComponent(described), /pollux-dev\.pollux/);
    assert.doesNotMatch(described, /nonce/);
    assert.match((await signInWith(open, { page: () => '' }).describeWayBack()) ?? '', /port|manual/);
    assert.equal(await signInWith(open, { client: () => undefined }).describeWayBack(), undefined);
  });

  it('is Pollux’s own address, which wakes it up', () => {
    const manifest = vscode.extensions.getExtension('pollux-dev.pollux')?.packageJSON as unknown;
    assert.ok((manifest as { readonly activationEvents: readonly string[] }).activationEvents.includes('onUri'));
  });
});
