import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { SignInBrowser, SignInStore, StoredSignIn } from '../../../../src/agent/ports/mcpSignIn';
import { createAuthorizedFetch } from '../../../../src/mcp/auth/authorizedFetch';
import type { OAuthSettings } from '../../../../src/mcp/auth/oauthSettings';
import { ServerSignIn } from '../../../../src/mcp/auth/serverSignIn';
import { SignInNeeded } from '../../../../src/mcp/auth/signInFailure';
import { createSignInFetch } from '../../../../src/node/mcp/signInFetch';
import { landOnThisMachine } from '../../../../src/node/mcp/signInLanding';
import { SignInError } from '../../../../src/shared/errors';
import { McpSignInServer, type SignInRules } from '../../../support/mcpSignInServer';
import { openEgress } from '../../../support/egress';

/** A browser that agrees to everything; `pages`: where it was sent. */
function agreeingBrowser(pages: URL[] = []): SignInBrowser {
  return {
    land: landOnThisMachine,
    visit: async (page, _problemOf, signal) => {
      pages.push(new URL(page));
      const { headers } = await fetch(page, { redirect: 'manual' });
      await fetch(headers.get('location') ?? '');
      return new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
    },
  };
}

class MemoryStore implements SignInStore {
  readonly signIns = new Map<string, StoredSignIn>();
  read = async (server: string): Promise<StoredSignIn | undefined> => this.signIns.get(server);
  delete = async (server: string): Promise<boolean> => this.signIns.delete(server);
  async save(signIn: StoredSignIn): Promise<void> {
    this.signIns.set(signIn.server, signIn);
  }
}

describe('A sign-in at an MCP server', () => {
  let server: McpSignInServer;
  let store: MemoryStore;
  let pages: URL[];
  let clock: number;
  const never = new AbortController().signal;

  async function at(rules: SignInRules, settings: OAuthSettings = {}, browser?: SignInBrowser | null) {
    server = await McpSignInServer.start(rules);
    return of(settings, browser);
  }
  function of(settings: OAuthSettings = {}, browser?: SignInBrowser | null) {
    const { address } = server;
    const signIn = new ServerSignIn({
      name: 'test',
      address,
      settings,
      store,
      fetch: createSignInFetch({ egress: openEgress(), address }),
      now: () => clock,
      ...(browser !== null && { browser: browser ?? agreeingBrowser(pages) }),
    });
    const ask = createAuthorizedFetch({ name: 'test', address, source: signIn, fetch: (...args) => fetch(...args) });
    const post = async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      return (await ask(address, { method: 'POST', body })).status;
    };
    return { signIn, ask, post };
  }

  beforeEach(() => {
    store = new MemoryStore();
    pages = [];
    clock = 1_700_000_000_000;
  });
  afterEach(() => server.close());

  it('is got where the server asks for one, with PKCE, a state and the resource, and kept', async () => {
    const { post } = await at({ challenge: 'scope="read write"' });
    assert.equal(await post(), 200);
    const [page] = pages;
    const asked = page!.searchParams;
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'resource', 'scope'].map(name => asked.get(name)),
      ['code', 'S256', server.address, 'read write'],
    );
    assert.match(asked.get('state') ?? '', /^[\w-]{43}$/);
    assert.match(asked.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/);
    const form = new URLSearchParams(server.to('/token')[0]!.body);
    assert.equal(form.get('resource'), server.address);
    assert.equal(store.signIns.get(server.address)?.issuer, server.url);
    assert.equal(await of().post(), 200);
    assert.equal(pages.length, 1, 'the second program uses what is kept');
  });

  it('is asked for where nobody can be asked, and named', async () => {
    const { post } = await at({}, {}, null);
    await assert.rejects(post(), (error: unknown) => error instanceof SignInNeeded && error.server === 'test');
    assert.deepEqual(server.to('/register'), []);
  });

  const variants: readonly [what: string, rules: SignInRules][] = [
    ['without a word on where the document is', { challenge: 'realm="x"' }],
    ['with the document at the root', { challenge: '', missing: ['/.well-known/oauth-protected-resource/mcp'] }],
    [
      'without documents, by the revision of March 2025',
      {
        challenge: '',
        missing: ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'],
        answer: { iss: null },
      },
    ],
    [
      'that does not name itself in its answer',
      { answer: { iss: null }, metadata: { authorization_response_iss_parameter_supported: false } },
    ],
  ];
  for (const [what, rules] of variants) {
    it(`is found ${what}`, async () => {
      const { post } = await at(rules);
      assert.equal(await post(), 200);
    });
  }

  const refusals: readonly [what: string, rules: SignInRules, message: RegExp][] = [
    ['names another issuer', { metadata: { issuer: 'https://other.example' } }, /identifies itself as https:\/\/other/],
    [
      'is another resource',
      { resource: { resource: 'https://other.example/mcp' } },
      /identifies itself as a different one/,
    ],
    ['takes no PKCE with S256', { metadata: { code_challenge_methods_supported: ['plain'] } }, /PKCE/],
    ['answers as somebody else', { answer: { iss: 'https://other.example' } }, /didn’t come from/],
    [
      'answers as somebody else, unannounced',
      {
        answer: { iss: 'https://other.example' },
        metadata: { authorization_response_iss_parameter_supported: false },
      },
      /didn’t come from/,
    ],
    ['does not name itself although it promised to', { answer: { iss: null } }, /didn’t come from/],
    [
      'is somebody else and refuses',
      { answer: { iss: 'https://other.example', code: null, error: 'x' } },
      /didn’t come from/,
    ],
    ['refuses', { answer: { code: null, error: 'access_denied' } }, /\(access_denied\)/],
    [
      'opens a page that is no web page',
      { metadata: { authorization_endpoint: 'file:///etc/passwd' } },
      /isn’t an https address/,
    ],
    ['opens a script', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }, /isn’t an https address/],
    ['sends the code to a private network', { metadata: { token_endpoint: 'http://10.0.0.1/token' } }, /isn’t allowed/],
    [
      'sends the code to a metadata service',
      { metadata: { token_endpoint: 'http://169.254.169.254/' } },
      /isn’t allowed/,
    ],
    [
      'has its document on another machine',
      {
        challenge: 'resource_metadata="http://192.168.1.1/x"',
      },
      /isn’t allowed/,
    ],
    ['redirects to a private address', { redirects: { '/token': 'http://10.0.0.1/token' } }, /didn’t follow/],
    [
      'redirects a document to another origin',
      {
        redirects: { '/.well-known/oauth-protected-resource/mcp': 'http://169.254.169.254/latest' },
      },
      /didn’t follow/,
    ],
    ['registers nobody', { metadata: { registration_endpoint: undefined } }, /doesn’t register clients/],
  ];
  for (const [what, rules, message] of refusals) {
    it(`fails at a server that ${what}`, async () => {
      const { post } = await at(rules);
      await assert.rejects(post(), (error: unknown) => error instanceof SignInError && message.test(error.message));
      assert.equal(server.tokens.size, 0);
      assert.equal(store.signIns.size, 0);
    });
  }

  it('lives on through answers that do not carry its state', async () => {
    const good = agreeingBrowser();
    const browser: SignInBrowser = {
      land: landOnThisMachine,
      async visit(page, problemOf, signal) {
        const redirect = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
        const bad = ['error=access_denied', 'code=mine&state=x', 'state=&error=x', 'code=c'];
        for (const query of bad) assert.equal((await fetch(`${redirect.href}?${query}`)).status, 404, query);
        assert.match(problemOf(`${redirect.href}?code=c`) ?? '', /isn’t the address/);
        return good.visit(page, problemOf, signal);
      },
    };
    const { post } = await at({}, {}, browser);
    assert.equal(await post(), 200);
  });

  it('takes the address by hand where the browser can’t come back', async () => {
    const browser: SignInBrowser = {
      land: landOnThisMachine,
      async visit(page, problemOf) {
        const address = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
        assert.equal(problemOf(address), undefined);
        return ` ${address}\n`;
      },
    };
    const { post } = await at({}, {}, browser);
    assert.equal(await post(), 200);
  });

  it('is refreshed ahead of its end, once for all who ask', async () => {
    const { post } = await at({ expiresIn: 3600 });
    await post();
    clock += 3_400_000;
    assert.deepEqual(await Promise.all([post(), post(), post()]), [200, 200, 200]);
    const grants = server.to('/token').map(({ body }) => new URLSearchParams(body).get('grant_type'));
    assert.deepEqual(grants, ['authorization_code', 'refresh_token']);
    assert.equal(pages.length, 1);
  });

  it('is refreshed when it was taken back, and got anew where that fails too', async () => {
    const { post } = await at({});
    await post();
    server.tokens.clear();
    assert.equal(await post(), 200);
    assert.equal(pages.length, 1);
    server.tokens.clear();
    server.refreshTokens.clear();
    assert.equal(await post(), 200);
    assert.equal(pages.length, 2);
  });

  it('asks for more where the server wants more, together with what was granted', async () => {
    const { post } = await at({ challenge: 'scope="read"' });
    await post();
    server.rules = { scope: 'write' };
    assert.equal(await post(), 200);
    assert.equal(pages[1]?.searchParams.get('scope'), 'read write');
  });

  it('gives up on a server that is never content', async () => {
    const { post } = await at({ challenge: 'scope="read"' });
    await post();
    server.rules = { scope: 'never', metadata: {} };
    const grant = server.tokens;
    grant.set = () => grant; // no token is ever good enough
    server.rules = { scope: 'read more' };
    await assert.rejects(post(), SignInError);
    const visits = pages.length;
    assert.ok(visits <= 4, `${visits} visits`);
    await assert.rejects(post(), SignInError);
    assert.ok(pages.length - visits <= 3);
  });

  it('registers anew for an authorization server that has taken another one’s place, and sends it nothing of the old', async () => {
    const { post } = await at({});
    await post();
    const other = await McpSignInServer.start();
    try {
      server.rules = { issuer: other.url };
      server.tokens.clear();
      server.tokens.set = other.tokens.set.bind(other.tokens);
      const before = store.signIns.get(server.address)!;
      await post().catch(() => undefined);
      const sent = other.requests.map(({ body, headers }) => body + JSON.stringify(headers)).join();
      assert.ok(!sent.includes(before.tokens!.refresh!));
      assert.ok(!sent.includes(before.client.id));
      assert.equal(other.to('/register').length, 1);
    } finally {
      await other.close();
    }
  });

  it('uses the client of the settings, and its secret as the server wants it', async () => {
    const clients = { mine: 's3cret' };
    const settings = { clientId: 'mine', clientSecret: 's3cret', scopes: ['a'] };
    const { post } = await at({ clients }, settings);
    assert.equal(await post(), 200);
    assert.equal(pages[0]?.searchParams.get('client_id'), 'mine');
    assert.equal(pages[0].searchParams.get('scope'), 'a');
    assert.deepEqual(server.to('/register'), []);
    assert.match(server.to('/token')[0]?.headers.authorization ?? '', /^Basic /);
    server.rules = { clients, metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } };
    store.signIns.clear();
    assert.equal(await of(settings).post(), 200);
    assert.equal(new URLSearchParams(server.to('/token')[1]?.body).get('client_secret'), 's3cret');
  });

  it('does not take the client’s secret to an issuer that the settings do not name', async () => {
    const settings = { clientId: 'mine', clientSecret: 's3cret', issuer: 'https://login.example' };
    const { post } = await at({ clients: { mine: 's3cret' } }, settings);
    await assert.rejects(post(), SignInError);
    assert.deepEqual(server.to('/token'), []);
  });

  it('is known by its document where the server takes that', async () => {
    const clientMetadataUrl = 'https://client.example/metadata.json';
    const { post } = await at({ metadata: { client_id_metadata_document_supported: true } }, { clientMetadataUrl });
    assert.equal(await post(), 200);
    assert.equal(pages[0]?.searchParams.get('client_id'), clientMetadataUrl);
    assert.deepEqual(server.to('/register'), []);
  });

  it('signs in as a program, with a secret or with a signed word', async () => {
    const settings: OAuthSettings = { clientId: 'bot', clientSecret: 'b0t', grantType: 'client_credentials' };
    const { post } = await at({ clients: { bot: 'b0t' } }, settings, null);
    assert.equal(await post(), 200);
    store.signIns.clear();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const { clientSecret: _, ...bot } = settings;
    const signed = of({ ...bot, privateKey: pem, signingAlgorithm: 'ES256' }, null);
    assert.equal(await signed.post(), 200);
    const assertion = new URLSearchParams(server.to('/token').at(-1)?.body).get('client_assertion') ?? '';
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as { aud: string };
    assert.equal(claims.aud, server.url);
  });

  it('sends its token to the server alone, and lets a header of the settings stand', async () => {
    const { ask, post } = await at({});
    await post();
    const other = await McpSignInServer.start();
    try {
      await ask(`${other.url}/mcp`, { method: 'POST', body: '{}' });
      assert.equal(other.to('/mcp')[0]?.headers.authorization, undefined);
      const own = await ask(server.address, { method: 'POST', body: '{}', headers: { authorization: 'Bearer own' } });
      assert.equal(own.status, 401);
      assert.equal(server.to('/mcp').at(-1)?.headers.authorization, 'Bearer own');
    } finally {
      await other.close();
    }
  });

  it('ends with a sign-out', async () => {
    const { post, signIn } = await at({});
    await post();
    assert.equal(await signIn.signOut(), true);
    assert.equal(await signIn.token(), undefined);
    assert.equal(await signIn.signOut(), false);
    await assert.rejects(of({}, null).signIn.signIn(undefined, never), SignInNeeded);
  });
});
