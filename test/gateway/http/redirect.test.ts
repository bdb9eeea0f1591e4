// Rules for redirect targets, and a collection of open-redirect attacks.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeForHeader } from '../../../gateway/http/redirect.ts';
import { assertRedirects, createRedirectCheck } from './redirects.ts';

const site = createRedirectCheck('https://app.example.com/home');

test('https on the host of SITE_URL, with any port and path', () => {
  assertRedirects(
    site,
    [
      'https://app.example.com',
      'https://app.example.com/',
      'https://app.example.com/cb?x=1#y',
      'https://app.example.com:8443/x',
      'HTTPS://APP.EXAMPLE.COM/x',
      'https://app.example.com?x',
      'https://app.example.com#x',
      'https://app.example.com/a b?name=c d',
      'https://app.example.com/shop?discount=100%',
    ],
    [
      '',
      '/',
      '/cb',
      'cb',
      'https://example.com',
      'https://other.example.com',
      'https://app.example.com.evil.test',
      'https://evil.test/app.example.com',
      'https://evilapp.example.com',
      'myapp://cb',
      'com.example:/x',
    ],
  );
});

test('no other scheme on the host of SITE_URL: an app that registers it would get the tokens in the fragment', () => {
  const others = [
    'http://app.example.com/x',
    'http://app.example.com:8443/x',
    'evil://app.example.com/cb',
    'myapp://app.example.com/cb',
    'ws://app.example.com/',
    'ftp://app.example.com/x',
  ];
  assertRedirects(site, [], others);
  assertRedirects(
    createRedirectCheck('https://app.example.com', ['myapp://**']),
    ['myapp://app.example.com/cb'],
    others.slice(0, 3),
  );
});

test('http on the host of SITE_URL if SITE_URL is http or the host is this machine', () => {
  assertRedirects(
    createRedirectCheck('http://intranet.example'),
    ['http://intranet.example:8080/x', 'https://intranet.example/x'],
    ['evil://intranet.example/x', 'http://other.example/'],
  );
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
    assertRedirects(
      createRedirectCheck(`https://${host}:3000`),
      [`http://${host}:5173/cb`, `https://${host}/cb`],
      [`evil://${host}/cb`, `ws://${host}:3000/`],
    );
  }
  assertRedirects(createRedirectCheck('https://localhost.example.com'), [], ['http://localhost.example.com/']);
});

test('ignores a target over 2,048 bytes, on any host', () => {
  const own = `https://app.example.com/${'a'.repeat(2_024)}`;
  assertRedirects(site, [own], [`${own}a`, `https://app.example.com/${'é'.repeat(1_100)}`]);
  assertRedirects(
    createRedirectCheck('https://site.test', ['**']),
    [],
    [`https://app.example.com/${'a'.repeat(60_000)}`],
  );
  assert.is(site.resolve({ query: `${own}a`, referer: `${own}b` }), 'https://app.example.com/home');
});

test('with SECURITY_REDIRECT_SAME_ORIGIN scheme and port count too', () => {
  assertRedirects(
    createRedirectCheck('https://app.example.com', [], true),
    ['https://app.example.com/x', 'https://app.example.com:443/x'],
    ['http://app.example.com/x', 'https://app.example.com:8443/x', 'myapp://app.example.com/x'],
  );
});

test('rejects targets that only look like the host', () => {
  assertRedirects(
    site,
    [],
    [
      'https://app.example.com@evil.test',
      'https://app.example.com:x@evil.test/',
      'https://evil.test@app.example.com',
      'https://app.example.com%40evil.test',
      'https://evil.test#@app.example.com',
      'https://evil.test?@app.example.com',
      'https://evil.test\\@app.example.com',
      'https://evil.test/@app.example.com',
      'https://app.example.com\\evil.test',
      'https://app.example.com\\@evil.test',
      'https:\\\\app.example.com',
      'https:/\\app.example.com',
      'https:app.example.com',
      'https:/app.example.com',
      'https:///app.example.com',
      'https:////app.example.com',
      '//app.example.com',
      '///app.example.com',
      '/\\app.example.com',
      '\\\\evil.test',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      'https://app.example.com.',
      'https://app%2eexample.com',
      'https://%61pp.example.com',
      'https://app.example.com%00.evil.test',
      'https://app.example.com\0.evil.test',
      'https://app.example.com\t',
      ' https://app.example.com',
      'https://app.example.com ',
      'https://app.exam\nple.com/',
      'https://app.example.com/%zz',
      'https://app.example.com/100%',
      'https://app.example.com/\r\nSet-Cookie:a=b',
      'https://\uff41pp.example.com',
      'https://app\u3002example.com',
      'https://app.example.com\ud800',
      'https://app.example.com:99999/',
      'https://app.example.com:x/',
      'https://[app.example.com]/',
      'https://app.example.com]',
      'http://%',
      '%',
      'https://',
      'https://?',
      'https://#',
    ],
  );
});

test('schemes that run or show content, even with the right host or a wide list', () => {
  const targets = [
    'javascript:alert(1)',
    'javascript://app.example.com/%0aalert(1)',
    'JaVaScRiPt://app.example.com/%0aalert(1)',
    'data:text/html,x',
    'data://app.example.com/x',
    'vbscript:x',
    'blob:https://app.example.com/x',
    'about:blank',
    'file:///etc/passwd',
    'file://app.example.com/x',
    'view-source:https://app.example.com',
    'java\nscript:alert(1)',
  ];
  assertRedirects(site, [], targets);
  assertRedirects(createRedirectCheck('https://app.example.com', ['**', '*:**']), [], targets);
});

test('IP addresses follow the same two rules; no exception for loopback', () => {
  assertRedirects(
    site,
    [],
    [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://localhost/',
      'http://0.0.0.0/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
    ],
  );
  const local = createRedirectCheck('http://127.0.0.1:3000', ['http://10.0.0.1/*']);
  assertRedirects(
    local,
    ['http://127.0.0.1/', 'http://127.0.0.1:9/x', 'http://10.0.0.1/cb'],
    [
      'http://2130706433/',
      'http://0x7f000001/',
      'http://127.1/',
      'http://0177.0.0.1/',
      'http://127.0.0.1.evil.test/',
      'http://[::ffff:127.0.0.1]/',
      'http://10.0.0.2/cb',
      'http://167772161/cb',
    ],
  );
  assertRedirects(
    createRedirectCheck('http://[::1]:3000'),
    ['http://[::1]/x', 'http://[::1]:5/x'],
    ['http://[0:0:0:0:0:0:0:1]/', 'http://[::2]/', 'http://127.0.0.1/'],
  );
  assertRedirects(
    createRedirectCheck('http://localhost:3000'),
    ['http://localhost:5173/cb'],
    ['http://localhost.evil.test', 'http://127.0.0.1:3000', 'http://sub.localhost/'],
  );
});

test('an international SITE_URL, in both spellings', () => {
  assertRedirects(
    createRedirectCheck('https://müller.example'),
    ['https://müller.example/cb', 'https://xn--mller-kva.example/cb'],
    ['https://muller.example', 'https://mu\u0308ller.example.evil.test'],
  );
});

test('order: header, query, Referer, SITE_URL; an invalid one falls through', () => {
  const ok = (path: string) => `https://app.example.com/${path}`;
  const resolve = site.resolve;
  assert.is(resolve({}), 'https://app.example.com/home');
  assert.is(resolve({ header: ok('h'), query: ok('q'), referer: ok('r') }), ok('h'));
  assert.is(resolve({ query: ok('q'), referer: ok('r') }), ok('q'));
  assert.is(resolve({ referer: ok('r') }), ok('r'));
  // If the header is invalid, the query parameter is ignored.
  assert.is(resolve({ header: 'https://evil.test', query: ok('q') }), 'https://app.example.com/home');
  assert.is(resolve({ query: 'https://evil.test', referer: ok('r') }), ok('r'));
  assert.is(resolve({ query: 'https://evil.test', referer: 'https://evil.test' }), 'https://app.example.com/home');
  assert.is(resolve({ query: 'HTTPS://App.Example.Com/%7e' }), 'HTTPS://App.Example.Com/%7e');
});

test('as a header', () => {
  assert.is(encodeForHeader('https://a/ü?x=<>"\u{1f600}#y z'), 'https://a/%C3%BC?x=<>"%F0%9F%98%80#y%20z');
  assert.is(encodeForHeader('https://a/%zz\r\n\ud800'), 'https://a/%zz%0D%0A%EF%BF%BD');
});

test.run();
