// URI_ALLOW_LIST: supabase/auth's glob patterns, and targets that no list may allow.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertRedirects, createRedirectCheck } from './redirects.ts';

test('each glob matches the listed targets and no others', () => {
  const glob = (pattern: string) => createRedirectCheck('https://site.test', [pattern]);
  assertRedirects(
    glob('https://*.example.com'),
    ['https://a.example.com'],
    ['https://a.b.example.com', 'https://a.example.com/', 'https://example.com'],
  );
  assertRedirects(
    glob('https://**.example.com/**'),
    ['https://a.b.example.com/x/y?z=1', 'https://a.example.com/'],
    ['http://a.example.com/', 'https://a.example.com'],
  );
  assertRedirects(
    glob('http://localhost:3000/*'),
    ['http://localhost:3000/cb', 'http://localhost:3000/'],
    ['http://localhost:3000/a/b', 'http://localhost:3000/cb.html', 'http://localhost:3000'],
  );
  assertRedirects(
    glob('https://example.com/*'),
    ['https://example.com/cb?x=1', 'https://example.com/cb#a.b/c'],
    ['https://example.com/cb?v=1.2'],
  );
  assertRedirects(glob('myapp://**'), ['myapp://cb/x', 'myapp://', 'myapp://a?b'], ['otherapp://cb', 'xmyapp://cb']);
  assertRedirects(glob('com.example:/x'), ['com.example:/x'], ['comaexample:/x', 'com.example:/xy']);
  assertRedirects(glob('/app/*'), ['/app/x'], ['/app/x/y', '/other', '//evil.test']);
  assertRedirects(glob('/**'), ['/anything/here'], ['//evil.test', '/\\evil.test', '\\/evil.test']);
});

test('every other character is literal, ? and classes stop at separators', () => {
  const glob = (pattern: string) => createRedirectCheck('https://site.test', [pattern]);
  assertRedirects(
    glob('https://a.example.com/+($)^|x'),
    ['https://a.example.com/+($)^|x'],
    ['https://aaexample.com/+($)^|x', 'https://a.example.com/x'],
  );
  assertRedirects(
    glob('https://example.com/a?c'),
    ['https://example.com/abc'],
    ['https://example.com/a/c', 'https://example.com/a.c', 'https://example.com/ac', 'https://example.com/abbc'],
  );
  assertRedirects(
    glob('https://example.com/[a-c]x'),
    ['https://example.com/bx'],
    ['https://example.com/dx', 'https://example.com/-x'],
  );
  assertRedirects(
    glob('https://example.com/[a-cX-Z_0-9-]x'),
    [
      'https://example.com/bx',
      'https://example.com/Yx',
      'https://example.com/_x',
      'https://example.com/7x',
      'https://example.com/-x',
    ],
    ['https://example.com/dx', 'https://example.com/Wx'],
  );
  assertRedirects(glob('https://example.com/[!a-c]x'), ['https://example.com/dx'], ['https://example.com/bx']);
  assertRedirects(glob('https://example.com/[ab^]x'), ['https://example.com/^x'], ['https://example.com/cx']);
  assertRedirects(
    glob('https://example.com/{cb,ok*}'),
    ['https://example.com/cb', 'https://example.com/okay'],
    ['https://example.com/x', 'https://example.com/cb,ok'],
  );
  assertRedirects(glob('https://example.com/\\*'), ['https://example.com/*'], ['https://example.com/x']);
  assertRedirects(glob(' https://example.com/x'), [], ['https://example.com/x', ' https://example.com/x']);
  for (const bad of ['https://a/[b', 'https://a/{b', 'https://a/b\\', 'https://a/[z-a]'])
    assert.throws(() => glob(bad), /^.*pattern/);
});

test('wildcards left of the first slash never reach path, query, fragment or userinfo', () => {
  assertRedirects(
    createRedirectCheck('https://site.test', [
      'https://**.example.com/**',
      'https://*example.com',
      'http*://**.trusted.test/**',
    ]),
    [],
    [
      'https://evil.test/.example.com/x',
      'https://evil.test/x.example.com/',
      'https://evil.test?.example.com/',
      'https://evil.test#.example.com/',
      'https://evil.test@a.example.com/',
      'https://a@b.example.com/',
      'https://evil.test\\.example.com/',
      'https://evil.test:80/.example.com/',
      'https://evil.test/.trusted.test/',
      'https://evil.test?example.com',
    ],
  );
  assertRedirects(
    createRedirectCheck('https://site.test', ['https://[!a].example.com/**']),
    ['https://b.example.com/x'],
    ['https://evil.test/.example.com/x', 'https://a.example.com/x'],
  );
});

test('a wide pattern does not let numbers or escapes match as a host', () => {
  assertRedirects(
    createRedirectCheck('https://site.test', ['**']),
    ['https://anything.test/x'],
    ['http://2130706433/', 'http://%31%32%37.0.0.1/', 'https://\uff45vil.test/', 'https://u:p@anything.test/'],
  );
});

test('the list matches host names only, and an app’s own scheme may be SITE_URL', () => {
  assertRedirects(
    createRedirectCheck('https://site.test', ['https://*.ok.example/**']),
    ['https://a-b.ok.example/x', 'https://xn--bcher-kva.ok.example/x'],
    [
      'https://a b.ok.example/x',
      'https://evil.test .ok.example/',
      'https://my_app.ok.example/x',
      'https://a!b.ok.example/x',
      'https://-a.ok.example/x',
    ],
  );
  const app = createRedirectCheck('myapp://callback/home');
  assertRedirects(
    app,
    ['myapp://callback/x'],
    [
      'myapp://other/x',
      'myapp:/callback',
      'https://callback/x',
      'http://callback/x',
      'evil://callback/x',
      'https://evil.test/',
      'javascript://callback/%0a',
    ],
  );
  assert.is(app.resolve({ query: 'https://evil.test' }), 'myapp://callback/home');
});

// A matcher that backtracks would exceed the runner's timeout.
test('matches a long target quickly', () => {
  const redirects = createRedirectCheck('https://site.test', [
    'https://**a**a**a**a**b.example.com/**',
    'https://*.*.*.*.example.com/**/**/**x',
  ]);
  assert.is(redirects.allows(`https://${'a'.repeat(1000)}.example.com/${'/'.repeat(1000)}`), false);
  assert.is(redirects.allows(`https://a.a.a.a.example.com/${'a/'.repeat(1000)}`), false);
});

test.run();
