import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { get, type RequestOptions } from 'node:http';
import { readCallback, readPageCallback } from '../../../../src/node/credentials/callback';
import { revoke, signInWithGoogle, type GoogleSignInOptions } from '../../../../src/node/credentials/signInWithGoogle';
import { isForwarded, readRedirectPage, wayBackOf } from '../../../../src/node/credentials/wayBack';
import { GoogleServer } from '../../../support/gemini/googleServer';
import { openEgress } from '../../../support/egress';

/** Of a request that `fetch` would not send like this. */
const statusOf = (options: RequestOptions): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ hostname: '127.0.0.1', ...options }, response => resolve(response.resume().statusCode)).once('error', reject);
  });

/** Never answers, until the question is taken away. */
const nobody: GoogleSignInOptions['askAddress'] = (_page, _problemOf, signal) =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined)));

describe('A sign-in with Google', () => {
  let server: GoogleServer;
  beforeEach(async () => {
    server = await new GoogleServer().listen();
    server
      .on('/token', { access_token: 'a', refresh_token: 'r', expires_in: 3600 })
      .on('/userinfo', { email: 'a@example.org' })
      .on('/revoke', {});
  });
  afterEach(() => server.close());

  const { signal } = new AbortController();
  const signIn = (options: Partial<GoogleSignInOptions>) =>
    signInWithGoogle({
      egress: openEgress(),
      client: { id: 'mine', secret: 'none' },
      endpoints: server.endpoints,
      open: async () => true,
      askAddress: nobody,
      signal,
      ...options,
    });
  /** Where Google would send the browser. */
  const back = (page: string, answer: Readonly<Record<string, string>>) => {
    const asked = new URL(page).searchParams;
    const address = new URL(asked.get('redirect_uri') ?? '');
    address.search = new URLSearchParams({ state: asked.get('state') ?? '', ...answer }).toString();
    return address.href;
  };

  it('brings credentials back over this machine, with PKCE and a state of its own', async () => {
    let asked = new URLSearchParams();
    const credentials = await signIn({
      open: async page => {
        asked = new URL(page).searchParams;
        const response = await fetch(back(page, { code: 'c', iss: 'https://accounts.google.com' }));
        assert.equal(response.status, 200);
        assert.match(await response.text(), /close this page/);
        return true;
      },
    });
    assert.deepEqual(
      [credentials?.access_token, credentials?.refresh_token, credentials?.email],
      ['a', 'r', 'a@example.org'],
    );
    assert.ok((credentials?.expiry_date ?? 0) > Date.now());
    const { code, code_verifier, redirect_uri } = server.to('/token')[0]!.body;
    assert.deepEqual([code, redirect_uri], ['c', asked.get('redirect_uri')]);
    const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url');
    assert.deepEqual([asked.get('code_challenge'), asked.get('code_challenge_method')], [challenge, 'S256']);
    assert.match(asked.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/oauth2callback$/);
    assert.match(asked.get('state') ?? '', /^[0-9a-f]{64}$/);
    assert.notEqual(asked.get('state'), code_verifier);
    assert.equal(asked.get('access_type'), 'offline');
  });

  it('lives on through whatever does not carry its state', async () => {
    const credentials = await signIn({
      open: async page => {
        const good = back(page, { code: 'c' });
        const state = new URL(good).searchParams.get('state') ?? '';
        const { origin, pathname } = new URL(good);
        const wrong = [
          `${origin}${pathname}`,
          `${origin}${pathname}?error=access_denied`,
          `${origin}${pathname}?error=access_denied&state=wrong`,
          `${origin}${pathname}?code=evil&state=${'0'.repeat(64)}`,
          `${origin}${pathname}?code=evil&state=`,
          `${origin}${pathname}?code=evil&state=${state}x`,
          `${origin}${pathname}?code=evil&state=${state.toUpperCase()}&state=${state}`,
          `${origin}${pathname}?code=evil&code=c&state=${state}`,
          `${origin}${pathname}?code=evil&error=x&state=${state}`,
          `${origin}${pathname}?code=evil&state=${state}&iss=https://evil.example`,
          `${origin}${pathname}?state=${state}`,
          `${origin}/?code=evil&state=${state}`,
          `${origin}/oauth2callback/?code=evil&state=${state}`,
          `${origin}/x/../oauth2callback%3Fcode=evil&state=${state}`,
        ];
        for (const address of wrong) assert.equal((await fetch(address)).status, 404, address);
        for (const method of ['POST', 'PUT', 'HEAD', 'OPTIONS']) {
          assert.equal((await fetch(good, { method })).status, 404, method);
        }
        const path = new URL(good).pathname + new URL(good).search;
        const { port } = new URL(good);
        for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `localhost:${port}`]) {
          assert.equal(await statusOf({ port, path, headers: { host } }), 404, host);
        }
        for (const odd of ['//', '//evil.example/oauth2callback', `http://[${path}`, '*']) {
          assert.equal(await statusOf({ port, path: odd, headers: { host: new URL(good).host } }), 404, odd);
        }
        const replay = back(page, { code: 'replayed' });
        assert.equal((await fetch(good)).status, 200);
        const second = await fetch(replay).catch(() => undefined); // it may have stopped listening
        assert.notEqual(second?.status, 200);
        return true;
      },
    });
    assert.equal(credentials?.access_token, 'a');
    assert.equal(server.to('/token')[0]?.body.code, 'c');
  });

  it('takes the address by hand where the browser is elsewhere, and says what is no such address', async () => {
    const credentials = await signIn({
      open: async () => false,
      askAddress: async (page, problemOf) => {
        const good = back(page, { code: 'by hand' });
        for (const text of ['', 'code', 'https://example.org/?code=c', `${good}&state=x`]) {
          assert.match(problemOf(text) ?? '', /isn’t the address/, text);
        }
        assert.equal(problemOf(` ${good} `), undefined);
        return good;
      },
    });
    assert.equal(credentials?.access_token, 'a');
    assert.equal(server.to('/token')[0]?.body.code, 'by hand');
  });

  it('offers to paste the address at once, whatever the browser is waiting for', async () => {
    const credentials = await signIn({
      open: () => new Promise(() => undefined),
      askAddress: async page => back(page, { code: 'by hand' }),
    });
    assert.equal(credentials?.access_token, 'a');
  });

  it('comes back by hand where the editor is in a browser, else through a port where it is remote', () => {
    const hasPage = false;
    assert.equal(wayBackOf({ isWeb: true, isRemote: false, hasPage }), 'byHand');
    assert.equal(wayBackOf({ isWeb: true, isRemote: true, hasPage }), 'byHand');
    assert.equal(wayBackOf({ isWeb: false, isRemote: true, hasPage }), 'forwarded');
    assert.equal(wayBackOf({ isWeb: false, isRemote: false, hasPage }), 'direct');
  });

  it('comes back by a page wherever one is registered, which must be https', () => {
    for (const isWeb of [false, true]) assert.equal(wayBackOf({ isWeb, isRemote: isWeb, hasPage: true }), 'page');
    assert.equal(readRedirectPage('https://vscode.dev/redirect'), 'https://vscode.dev/redirect');
    for (const text of ['', 'vscode.dev', 'http://vscode.dev/', 'vscode://x/auth', 'https://a:b@x/', 'https://x/#y']) {
      assert.equal(readRedirectPage(text), undefined, text);
    }
  });

  it('comes back through a port only where the person’s machine has the same one', () => {
    const redirect = 'http://127.0.0.1:4711/oauth2callback';
    for (const same of [redirect, 'http://localhost:4711/oauth2callback']) assert.ok(isForwarded(redirect, same), same);
    for (const other of [
      'http://127.0.0.1:4712/oauth2callback',
      'https://127.0.0.1:4711/oauth2callback',
      'https://name-4711.app.github.dev/oauth2callback',
      'http://192.168.0.2:4711/oauth2callback',
      'no address',
    ]) {
      assert.ok(!isForwarded(redirect, other), other);
    }
  });

  it('ends when the person gives up, is refused, or does not come back', async () => {
    assert.equal(await signIn({ askAddress: async () => undefined }), undefined);
    const stop = new AbortController();
    const stopped = signIn({ signal: stop.signal });
    stop.abort();
    assert.equal(await stopped, undefined);
    const refused = signIn({
      open: async page => (await fetch(back(page, { error: 'access_denied' }))).ok,
    });
    await assert.rejects(refused, /access_denied/);
    await assert.rejects(signIn({ limitMs: 1 }), /too long/);
    server.on('/token', () => ({ status: 400, body: { error: 'invalid_grant' } }));
    await assert.rejects(signIn({ askAddress: async page => back(page, { code: 'c' }) }), /invalid_grant/);
  });

  it('is as good where Google does not say whose account it is', async () => {
    server.on('/userinfo', () => ({ status: 500, body: '' }));
    const credentials = await signIn({ askAddress: async page => back(page, { code: 'c' }) });
    assert.deepEqual([credentials?.access_token, credentials?.email], ['a', undefined]);
  });

  it('is taken back with the token that lasts', async () => {
    assert.equal(await revoke({ access_token: 'a', refresh_token: 'r' }, server.endpoints, openEgress()), true);
    assert.equal(server.to('/revoke')[0]?.body.token, 'r');
    const { endpoints } = server;
    await server.close();
    assert.equal(await revoke({ access_token: 'a' }, endpoints, openEgress()), false);
    server = await new GoogleServer().listen();
  });

  it('knows what a page sends on by the nonce, and what it was sent itself by the state', () => {
    const nonce = 'n'.repeat(64);
    const state = encodeURIComponent(`vscode://pollux-dev.pollux/auth?nonce=${nonce}`);
    const read = (address: string) => readPageCallback(address, { state, nonce });
    const page = `https://vscode.dev/redirect?state=${encodeURIComponent(state)}`;
    const editor = `vscode://pollux-dev.pollux/auth?nonce=${nonce}`;
    const web = `https://editor.example/callback?vscode-reqid=1&vscode-query=${encodeURIComponent(`nonce=${nonce}`)}`;
    for (const address of [page, editor, web]) {
      assert.deepEqual(read(`${address}&code=c&iss=https://accounts.google.com`), { code: 'c' }, address);
      assert.deepEqual(read(`${address}&error=access_denied`), { refusal: 'access_denied' }, address);
      for (const wrong of ['', '&code=', '&code=c&code=d', '&code=c&error=e', '&code=c&iss=https://evil.example']) {
        assert.equal(read(`${address}${wrong}`), undefined, `${address}${wrong}`);
      }
    }
    for (const address of [
      'vscode://pollux-dev.pollux/auth?code=c',
      'vscode://pollux-dev.pollux/auth?nonce=&code=c',
      `vscode://pollux-dev.pollux/auth?nonce=${nonce}x&code=c`,
      `vscode://pollux-dev.pollux/auth?nonce=${nonce.toUpperCase()}&error=e`,
      `${editor}&nonce=${nonce}&code=c`,
      `https://vscode.dev/redirect?state=${nonce}&code=c`,
      `https://vscode.dev/redirect?state=&error=e`,
      `https://editor.example/callback?vscode-query=nonce%3Dx&code=c`,
    ]) {
      assert.equal(read(address), undefined, address);
    }
  });

  it('reads only what an address says once', () => {
    assert.deepEqual(readCallback('http://x/?state=s&code=c', 's'), { code: 'c' });
    assert.deepEqual(readCallback('http://x/?state=s&error=e', 's'), { refusal: 'e' });
    assert.equal(readCallback('http://x/?state=s&code=', 's'), undefined);
  });
});
