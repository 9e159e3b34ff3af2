import assert from 'node:assert/strict';
import { namedProxyFor, readProxies, editorProxies, type Proxies } from '../../../src/config/proxies';
import { ConnectionError } from '../../../src/gemini/apiError';
import { failureOf } from '../../../src/gemini/failures';
import { ProxyError } from '../../../src/shared/errors';

const SERVICE = new URL('https://generativelanguage.googleapis.com/v1beta/models?key=hidden');
const { signal } = new AbortController();

/** As `fetch` rejects. */
const fetchFailed = (cause: unknown) =>
  new ConnectionError(SERVICE, { cause: new TypeError('fetch failed', { cause }) });
const system = (code: string, more: object = {}) => Object.assign(new Error(`${code} it is`), { code, ...more });
const failure = (error: unknown, proxies?: Proxies) =>
  failureOf(error, signal, false, url => proxies && namedProxyFor(proxies, url));
const secure = readProxies({ https_proxy: 'http://me:p%40ss@proxy.corp:3128' });

describe('A request that gets no answer', () => {
  it('names the host that wasn’t found, refuses or can not be reached', () => {
    const host = 'generativelanguage.googleapis.com';
    const says = (error: unknown) => failure(error).message;
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      assert.equal(
        says(fetchFailed(system(code, { hostname: host }))).startsWith(`The host ${host} wasn’t found`),
        true,
      );
    }
    const several = Object.assign(new AggregateError([system('ECONNREFUSED')]), { message: '' });
    assert.equal(says(fetchFailed(several)), `The host ${host} refused the connection.`);
    for (const code of ['ETIMEDOUT', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']) {
      assert.equal(says(fetchFailed(system(code))), `The host ${host} couldn’t be reached.`);
    }
    assert.match(says(fetchFailed(new Error('net::ERR_NAME_NOT_RESOLVED'))), new RegExp(`host ${host} wasn’t found`));
    const signIn = new Error('request failed', { cause: system('ENOTFOUND', { hostname: 'oauth2.googleapis.com' }) });
    assert.match(says(signIn), /oauth2\.googleapis\.com wasn’t found/);
  });

  it('names the setting of an address that isn’t Google’s', () => {
    const failed = (cause: unknown, url = SERVICE) =>
      failure(new ConnectionError(url, { cause: new TypeError('fetch failed', { cause }) }, 'GOOGLE_GEMINI_BASE_URL'));
    const { hostname } = SERVICE;
    for (const [cause, says] of [
      [system('ENOTFOUND', { hostname }), 'wasn’t found'],
      [system('ECONNREFUSED'), 'refused the connection'],
      [system('ETIMEDOUT'), 'couldn’t be reached'],
      [system('DEPTH_ZERO_SELF_SIGNED_CERT'), 'isn’t trusted. If it should be, set NODE_EXTRA_CA_CERTS'],
    ] as const) {
      const { message } = failed(cause);
      assert.ok(message.includes(hostname) && message.includes(says), message);
      assert.match(message, /This address is set by GOOGLE_GEMINI_BASE_URL\.$/);
    }
    const other = failed(system('ENOTFOUND', { hostname: 'oauth2.googleapis.com' })).message;
    assert.doesNotMatch(other, /GOOGLE_GEMINI_BASE_URL/);
  });

  it('names the host whose certificate is not trusted, and the proxy in between', () => {
    const { message, isPermanent } = failure(fetchFailed(system('SELF_SIGNED_CERT_IN_CHAIN')), secure);
    assert.match(message, /^The certificate of generativelanguage\.googleapis\.com, or of a proxy/);
    assert.match(message, /Requests go through the proxy proxy\.corp:3128, set by https_proxy\.$/);
    assert.equal(isPermanent, true);
  });

  it('names the proxy in between, and the variable or the setting that sets it, and no password', () => {
    const setting = editorProxies({ proxy: 'http://me:p%40ss@proxy.corp:3128' }, {});
    for (const [proxies, from] of [
      [secure, 'https_proxy'],
      [readProxies({ HTTP_PROXY: 'http://me:p%40ss@proxy.corp:3128' }), 'HTTP_PROXY'],
      [setting, 'http.proxy'],
    ] as const) {
      const cases: [unknown, RegExp][] = [
        [system('ENOTFOUND', { hostname: 'proxy.corp' }), /^The proxy proxy\.corp:3128 \(for .*\) wasn’t found/],
        [system('ECONNREFUSED', { address: '10.0.0.1', port: 3128 }), /^The proxy proxy\.corp:3128 \(for .*\) refused/],
        [system('ETIMEDOUT'), /^The proxy proxy\.corp:3128 \(for .*\) couldn’t be reached/],
        [new Error('net::ERR_PROXY_CONNECTION_FAILED'), /^The proxy proxy\.corp:3128 \(for .*\) couldn’t be reached/],
        [
          new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
          /^The proxy proxy\.corp:3128 requires a user name/,
        ],
        [new Error('Proxy response (403) !== 200 when HTTP Tunneling'), /^The proxy proxy\.corp:3128 doesn’t connect/],
      ];
      for (const [cause, says] of cases) {
        const { message, kind } = failure(fetchFailed(cause), proxies);
        assert.equal(kind, 'network');
        assert.match(message, says);
        assert.match(message, new RegExp(`generativelanguage\\.googleapis\\.com.*set by ${from}\\.$`));
      }
    }
    const own = new ProxyError('proxy.corp:3128', 'g:443', undefined, { cause: system('ENOTFOUND') }, 'HTTPS_PROXY');
    assert.match(failure(own).message, /proxy\.corp:3128 (?:\(for .*\) )?wasn’t found.*set by HTTPS_PROXY/);
  });

  it('blames no proxy where the service itself was looked up, or where the connection broke on its way', () => {
    const { hostname } = SERVICE;
    assert.match(
      failure(fetchFailed(system('ENOTFOUND', { hostname })), secure).message,
      /^The host generativelanguage/,
    );
    assert.match(failure(fetchFailed(system('ECONNRESET')), secure).message, /connection to the Gemini service broke/);
  });

  it('repeats no user name and no password of an address, and nothing of the request but its host', () => {
    const leak = new Error('could not connect to proxies: PROXY me:p@ss@proxy.corp:3128, http://me:p%40ss@proxy.corp');
    const said = JSON.stringify(failure(fetchFailed(leak), secure));
    assert.doesNotMatch(said, /p@ss|p%40ss|hidden|me:/);
    assert.match(said, /proxy\.corp/);
  });
});
