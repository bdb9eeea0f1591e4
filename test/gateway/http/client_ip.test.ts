// The client's address for logs, and the key of rate limits, which no client may choose.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTrustedProxies } from '../../../core/settings/trusted_proxies.ts';
import { createClientAddress } from '../../../gateway/http/client_ip.ts';
import { bucketsWithRanges } from '../../../gateway/routes/limiters.ts';

/** Address of a proxy in front of the gateway. */
const PROXY = '10.1.1.1';

const reader = (proxies = '', header = 'X-Forwarded-For', edge = false) => {
  const read = createClientAddress({
    rate_limit_header: header,
    rate_limit_trusted_proxies: proxies,
    security_sb_forwarded_for_enabled: edge,
  });
  return (headers: Record<string, string>, peer = PROXY) =>
    read({ remote_addr: peer, header: (name: string) => headers[name.toLowerCase()] });
};
/** Returns the rate limit keys for an X-Forwarded-For header. */
const keys =
  (proxies = '') =>
  (forwarded?: string, peer?: string) =>
    reader(proxies)(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, peer).limit_key;

test('the shown address: the first valid one of the header, else that of the connection', () => {
  const read = reader('', '');
  const ip = (forwarded?: string, peer = '192.0.2.1') =>
    read(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, peer).ip;
  assert.is(ip(), '192.0.2.1');
  assert.is(ip('10.0.0.1'), '10.0.0.1');
  assert.is(ip(' 10.0.0.1 , 203.0.113.5'), '10.0.0.1');
  assert.is(ip('unknown, 999.1.1.1, 2001:DB8::1'), '2001:db8::1');
  assert.is(ip('10.0.0.1:4711'), '10.0.0.1');
  assert.is(ip('[2001:db8::1]:4711'), '2001:db8::1');
  for (const bad of ['a', '', '999.1.1.1', 'x'.repeat(8000), '::ffff:', 'é', ',,,'])
    assert.is(ip(bad), '192.0.2.1', bad.slice(0, 20));
  assert.is(ip(undefined, '::ffff:192.0.2.7'), '192.0.2.7');
  assert.is(ip(undefined, 'fe80::1%eth0'), 'fe80::1');
  assert.is(ip(undefined, ''), '');
});

test('with configured proxies, shows the address that they report', () => {
  const ip = (proxies: string) => reader(proxies, '')({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' }).ip;
  assert.equal([ip(''), ip('1'), ip('2'), ip('0')], ['198.51.100.1', '203.0.113.5', '198.51.100.1', PROXY]);
  assert.equal([ip('private'), ip('private,203.0.113.0/24')], ['203.0.113.5', '198.51.100.1']);
});

test('the rate limit key is the last untrusted address, and elements that the client wrote before it are ignored', () => {
  const key = keys();
  for (const forged of ['', '1.2.3.4, ', '10.9.9.9, ', 'a, b, ', ',,, ', '203.0.113.6, 127.0.0.1, '])
    assert.is(key(`${forged}203.0.113.5`), '203.0.113.5', forged);
  assert.is(key('1.2.3.4, 203.0.113.5, 10.0.0.7, 192.168.1.1'), '203.0.113.5', 'our own proxies are passed over');
  assert.is(key('203.0.113.5', '198.51.100.9'), '198.51.100.9', 'who comes past the proxies is the connection');
  assert.is(key('10.0.0.7'), '10.0.0.7', 'a client inside, where all are private');
  assert.is(key(`${'10.0.0.9,'.repeat(7000)}203.0.113.5`), '203.0.113.5');
});

test('a number of proxies: the element that the first of them wrote; networks: the last one outside all of them', () => {
  const chain = '1.1.1.1, 203.0.113.5, 104.16.0.9';
  assert.equal(
    ['0', '1', '2', '3', '4'].map((hops) => keys(hops)(chain)),
    [PROXY, '104.16.0.9', '203.0.113.5', '1.1.1.1', PROXY],
  );
  assert.is(keys('private,104.16.0.0/13')(chain), '203.0.113.5');
  assert.is(keys('104.16.0.0/13')(chain), PROXY, 'private ones are trusted only where the list says so');
  assert.is(keys('private,2400:cb00::/32')('2001:db8::1, 2400:cb00::5'), '2001:db8:0:0::/64');
  assert.is(keys('1')('203.0.113.5', '198.51.100.9'), '203.0.113.5');
});

test('a missing or unreadable header means the connection, never no limit', () => {
  for (const proxies of ['', '1', 'private']) {
    const key = keys(proxies);
    for (const bad of [
      undefined,
      '',
      ' ',
      'a',
      ',',
      '999.1.1.1',
      '::ffff:',
      '1.2.3.4.5',
      '010.0.0.1',
      'x'.repeat(8000),
    ])
      assert.is(key(bad), PROXY, String(bad).slice(0, 20));
  }
  assert.is(keys()('a, 10.0.0.7'), PROXY);
  assert.is(keys()('203.0.113.5', ''), 'unknown');
});

test('one client has one key, in every spelling of its address', () => {
  const key = keys();
  for (const spelling of ['203.0.113.5', ' 203.0.113.5 ', '203.0.113.5:4711', '::ffff:203.0.113.5', '::FFFF:cb00:7105'])
    assert.is(key(spelling), '203.0.113.5', spelling);
  assert.is(key('[::ffff:203.0.113.5]:80'), '203.0.113.5');
  const one = '2001:db8:0:1::/64';
  for (const spelling of [
    '2001:db8:0:1::7',
    '2001:DB8:0:1:0:0:0:7',
    '2001:0db8:0000:0001:0000:0000:0000:0007',
    '[2001:db8:0:1::7]:443',
    '2001:db8:0:1::7%eth0',
    '2001:db8:0:1:ffff:ffff:ffff:ffff',
    '2001:db8:0:1::192.0.2.1',
  ])
    assert.is(key(spelling), one, spelling);
  assert.is(key('2001:db8:0:2::7'), '2001:db8:0:2::/64');
  assert.is(key('2001:db8::1:0:0:7'), '2001:db8:0:0::/64');
  assert.equal([key('64:ff9b::1'), key('2001:db8:1:2:3:4:5:6')], ['64:ff9b:0:0::/64', '2001:db8:1:2::/64']);
});

test('an IPv6 client also counts against the bucket of its /48, which holds sixteen times as much', () => {
  const bucket = { per_second: 0.1, burst: 30 };
  assert.equal(bucketsWithRanges('203.0.113.5', bucket), [{ of: '203.0.113.5', ...bucket }]);
  assert.equal(bucketsWithRanges('2001:db8:0:1::/64', bucket), [
    { of: '2001:db8:0:1::/64', ...bucket },
    { of: '2001:db8:0::/48', per_second: 1.6, burst: 480 },
  ]);
});

test('no header, no key; Sb-Forwarded-For counts when enabled', () => {
  assert.is(reader('', '')({ 'x-forwarded-for': '203.0.113.5' }).limit_key, null);
  const trusting = reader('', '', true);
  assert.equal(trusting({ 'sb-forwarded-for': '198.51.100.1, 10.0.0.1', 'x-forwarded-for': '10.9.9.9' }), {
    ip: '198.51.100.1',
    verified_ip: '198.51.100.1',
    limit_key: '198.51.100.1',
  });
  assert.is(trusting({ 'sb-forwarded-for': '2001:DB8::1' }).limit_key, '2001:db8:0:0::/64');
  assert.equal(trusting({ 'sb-forwarded-for': 'x', 'x-forwarded-for': '10.9.9.9' }), {
    ip: '10.9.9.9',
    verified_ip: '10.9.9.9',
    limit_key: null,
  });
});

test('an invalid list of proxies is an error', () => {
  for (const bad of ['x', '1.2.3.4/33', '2001:db8::/129', '10.0.0.0/8,', '-1', '1.5', '17', '1,2', 'private 10.0.0.1'])
    assert.throws(() => parseTrustedProxies(bad), /^must be /, bad);
  for (const good of ['', '0', ' 2 ', 'private', '203.0.113.7', '2001:db8::/32, private']) parseTrustedProxies(good);
});

test.run();
