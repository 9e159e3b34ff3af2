import assert from 'node:assert/strict';
import { editorProxies, namedProxyFor, readProxies, type EditorProxy } from '../../../src/config/proxies';
import { ConfigurationError } from '../../../src/config/trustedFolders';

describe('Proxies', () => {
  const way = (env: Record<string, string>, address: string): string | undefined => {
    const proxies = readProxies(env);
    return proxies && namedProxyFor(proxies, new URL(address))?.url.href;
  };

  it('are none where the environment names none', () => {
    assert.equal(readProxies({ HTTPS_PROXY: '', NO_PROXY: 'a' }), undefined);
    assert.equal(readProxies({ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }), undefined);
  });

  it('are the one for https, else the one for http; small letters count first', () => {
    const both = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:2' };
    assert.equal(way(both, 'https://a.com/'), 'http://secure:2/');
    assert.equal(way(both, 'http://a.com/'), 'http://plain:1/');
    assert.equal(way({ HTTP_PROXY: 'plain:1' }, 'https://a.com/'), 'http://plain:1/');
    assert.equal(way({ HTTPS_PROXY: 'http://secure:2' }, 'http://a.com/'), undefined);
    assert.equal(way({ ...both, https_proxy: 'http://small:3' }, 'https://a.com/'), 'http://small:3/');
  });

  it('are not used for this machine and for what is excepted', () => {
    const env = { HTTPS_PROXY: 'http://p:1', NO_PROXY: '.inside.org, exact.com other.com:8443,*.star.net' };
    const direct = ['localhost', '127.0.0.1', '[::1]', 'a.inside.org', 'exact.com', 'b.exact.com', 'other.com:8443'];
    for (const host of [...direct, 'a.star.net']) assert.equal(way(env, `https://${host}/`), undefined, host);
    for (const host of ['other.com', 'notexact.com', 'exact.com.evil.org', 'localhost.evil.org', '10.0.0.1']) {
      assert.equal(way(env, `https://${host}/`), 'http://p:1/', host);
    }
  });

  it('are refused by the name of the variable, which may hold a password', () => {
    for (const value of [
      'socks5://me:word@p:1',
      'http://',
      'http://a b',
      'https',
      'https:',
      'https:/me:word@p:1',
      'http:p:1',
      'https://https://p',
    ]) {
      assert.throws(
        () => readProxies({ HTTPS_PROXY: value }),
        (error: unknown) =>
          error instanceof ConfigurationError &&
          error.message.includes('HTTPS_PROXY') &&
          !error.message.includes('word'),
        value,
      );
    }
  });

  it('of an editor are its setting, else the environment’s, and its exceptions hold for both', () => {
    const env = { HTTP_PROXY: 'http://env:1', NO_PROXY: 'a.com' };
    const way = (settings: EditorProxy, host: string, from: Record<string, string> = env) => {
      const proxies = editorProxies(settings, from);
      return proxies && namedProxyFor(proxies, new URL(`http://${host}/`))?.url.href;
    };
    const own = { proxy: 'http://own:2', noProxy: ['b.com'], proxySupport: 'override' };
    assert.deepEqual([way(own, 'a.com'), way(own, 'b.com')], ['http://own:2/', undefined]);
    assert.deepEqual([way({ noProxy: ['b.com'] }, 'c.com'), way({}, 'b.com')], ['http://env:1/', 'http://env:1/']);
    assert.deepEqual([way({ noProxy: ['b.com'] }, 'b.com'), way({}, 'a.com')], [undefined, undefined]);
    assert.equal(way(own, 'localhost'), undefined);
    for (const none of [
      { ...own, proxySupport: 'off' },
      { ...own, noProxy: ['*'] },
    ]) {
      assert.equal(editorProxies(none, env), undefined);
    }
    assert.equal(editorProxies({}, {}), undefined);
    assert.throws(() => editorProxies({ proxy: 'socks5://me:word@p:1' }, env), /^(?!.*word).*"http.proxy"/);
  });
});
