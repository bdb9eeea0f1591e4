// A rejected redirect_to is logged with its host alone, at most once an hour for each host, and for at most twenty
// hosts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRedirectRules } from '../../../gateway/http/redirect.ts';
import { createRedirectLog } from '../../../gateway/pipeline/redirect_log.ts';

function createLoggedRedirects() {
  const hosts: unknown[] = [];
  const clock = { now: 1_000_000 };
  const log = { info: (fields: object) => void hosts.push((fields as { host: unknown }).host) };
  const settings = {
    site_url: 'https://app.example.com',
    uri_allow_list: ['https://preview.example.com/**'],
    security_redirect_same_origin: false,
  };
  return {
    hosts,
    clock,
    ...createRedirectRules(settings, { refused: createRedirectLog(log, () => clock.now) }),
  };
}

test('the host of a target that is not allowed, without login, path and query', () => {
  const { hosts, resolve } = createLoggedRedirects();
  assert.is(resolve({ query: 'https://u:p@evil.example:444/reset?token=secret#x' }), 'https://app.example.com');
  resolve({ header: 'http://other.example/path' });
  resolve({ query: 'myapp://callback/secret' });
  resolve({ query: 'no url at all' });
  resolve({ query: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/` });
  resolve({ query: `https://long.example/${'x'.repeat(3_000)}` });
  assert.equal(hosts, [
    'https://evil.example:444',
    'http://other.example',
    'myapp://callback',
    'no URL',
    `https://${'a'.repeat(60)}.${'b'.repeat(31)}…`,
  ]);
});

test('an allowed target, none, and a Referer that is not allowed are not logged', () => {
  const { hosts, resolve } = createLoggedRedirects();
  resolve({ query: 'https://app.example.com/welcome' });
  resolve({ query: 'https://preview.example.com/1' });
  resolve({});
  resolve({ query: '' });
  resolve({ referer: 'https://search.example/' });
  assert.equal(hosts, []);
});

test('a host is logged once an hour, and at most twenty hosts are', () => {
  const { hosts, resolve, clock } = createLoggedRedirects();
  for (let at = 0; at < 1_000; at += 1) resolve({ query: `https://h${at % 50}.example/` });
  assert.is(hosts.length, 20);
  clock.now += 60 * 60_000 - 1;
  resolve({ query: 'https://h49.example/' });
  assert.is(hosts.length, 20);
  clock.now += 1;
  resolve({ query: 'https://h49.example/' });
  resolve({ query: 'https://h49.example/' });
  assert.equal(hosts.slice(20), ['https://h49.example']);
});

test.run();
