import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkUrl, isPublicAddress } from '../../../../src/node/web/addresses';
import { toolError } from '../../../support/toolError';

const BLOCKED = toolError('web_fetch_blocked_host');

/** Hosts as an address may spell them, each of which leads inside or nowhere. */
const PRIVATE_HOSTS = `
127.0.0.1 127.1 127.0.1 127.255.255.254 0x7f.0.0.1 0x7f000001 2130706433 017700000001 0177.0.0.1 0177.0x0.0.01
0.0.0.0 0 0.1.2.3 00000000 10.0.0.1 10.255.255.255 0xa.0.0.1 167772161 012.1.2.3 100.64.0.1 100.127.255.254
169.254.169.254 0xa9fea9fe 2852039166 169.254.0.1 0251.0376.0251.0376 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1
192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250
240.0.0.1 255.255.255.255 168.63.129.16 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
[::ffff:0:127.0.0.1] [::127.0.0.1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1]
[64:ff9b:1::1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:0:7f00:1::] [2001:db8::1] [fc00::1] [fd00:ec2::254]
[fdff::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff0e::1] [100::1] [3fff::1] [4000::1] [5f00::1]
localhost LOCALHOST localhost. a.localhost printer.local db.internal metadata.google.internal metadata intranet
router.lan nas.home.arpa x.test x.invalid box.localdomain １２７.０.０.１ 127。0。0。1 ⑫7.0.0.1 ｌｏｃａｌｈｏｓｔ
`
  .trim()
  .split(/\s+/);

const PUBLIC_HOSTS = `
8.8.8.8 1.1.1.1 93.184.216.34 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 169.253.1.1 198.17.1.1 192.0.1.1
223.255.255.255 [2606:4700:4700::1111] [2a00:1450:4001::1] [2400:cb00::1] example.com example.com. localhost.example.com
münchen.example.org internal.example.com xn--mnchen-3ya.de
`
  .trim()
  .split(/\s+/);

describe('Addresses of the web', () => {
  for (const host of PRIVATE_HOSTS) {
    it(`at ${host} are refused`, () => {
      assert.throws(() => checkUrl(`http://${host}/`, []), BLOCKED);
      assert.throws(() => checkUrl(`https://${host}:8443/a?b`, []), BLOCKED);
    });
  }

  it('at public hosts are taken', () => {
    for (const host of PUBLIC_HOSTS) assert.equal(checkUrl(`https://${host}/`, []).isAllowed, false, host);
  });

  it('that are no address of the web, carry a password or speak to another protocol are refused', () => {
    const wrong = [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://example.com/',
      'data:text/html,x',
      'javascript:alert(1)',
      'example.com',
      '',
      'http://',
      'http://user@example.com/',
      'http://user:secret@example.com/',
      'http://example.com@127.0.0.1/',
      'http://example.com:25/',
      'http://example.com:6379/',
      'http://example.com:22/',
      'http://a b/',
    ];
    for (const url of wrong) assert.throws(() => checkUrl(url, []), BLOCKED, url);
  });

  it('that a setting names are taken although they are private, and no others', () => {
    const allowed = ['localhost:3000', '*.corp.internal', '10.1.2.3', '[::1]:8080'];
    const yes = ['http://localhost:3000/', 'https://wiki.corp.internal/', 'http://10.1.2.3/x', 'http://[::1]:8080/'];
    const no = [
      'http://localhost/',
      'http://localhost:3001/',
      'http://corp.internal/',
      'http://evilcorp.internal/',
      'http://10.1.2.30/',
      'http://10.1.2.3.nip.local/',
      'http://[::1]/',
      'http://localhost:3000@10.0.0.1/',
    ];
    for (const url of yes) assert.equal(checkUrl(url, allowed).isAllowed, true, url);
    for (const url of no) assert.throws(() => checkUrl(url, allowed), BLOCKED, url);
  });

  it('are never public where nothing of the public internet is', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    );
    fc.assert(
      fc.property(inside, ([a, b, c, d]) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          String(number),
          `0x${number.toString(16)}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ];
        for (const host of spellings) assert.throws(() => checkUrl(`http://${host}/`, []), BLOCKED, host);
        assert.equal(isPublicAddress(`${a}.${b}.${c}.${d}`), false);
        assert.equal(isPublicAddress(`::ffff:${a}.${b}.${c}.${d}`), false);
      }),
    );
  });
});
