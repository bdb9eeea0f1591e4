// Refresh tokens, links, codes and sealed values are valid with every key of the ring and with no other key.
import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../../core/keys/ring.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const k1 = randomBytes(32).toString('base64');
const k2 = randomBytes(32).toString('base64');
const ring = createKeyRing({ security_pepper: `1:${k1}`, jwt_secret: secret });
const parts = () => ({ user_id: randomUUID(), session_id: randomUUID(), counter: 7 });

test('a refresh token is 80 base64url characters and unseals to its content', () => {
  const p = parts();
  const token = ring.sealRefresh(p);
  assert.match(token, /^[A-Za-z0-9_-]{80}$/);
  assert.equal(ring.openRefresh(token), { ok: true, ...p });
  assert.equal(ring.openRefresh(ring.sealRefresh({ ...p, counter: 2 ** 40 })), { ok: true, ...p, counter: 2 ** 40 });
});

test('rejects a refresh token with any character changed', () => {
  const token = ring.sealRefresh(parts());
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    assert.is(ring.openRefresh(changed).ok, false, `character ${at}`);
  }
});

test('rejects a token of any other length: truncated or extended at either end', () => {
  const id = randomUUID();
  const issued: [name: string, token: string, opens: (token: string) => boolean][] = [
    ['refresh token', ring.sealRefresh(parts()), (token) => ring.openRefresh(token).ok],
    ['link', ring.sealLink(id), (token) => ring.openLink(token) !== null],
    ['device code', ring.sealId('device_code', id), (token) => ring.openId('device_code', token) !== null],
    ['client secret', ring.clientSecret(id, 1), (token) => ring.openClientSecret(id, token) !== null],
  ];
  for (const [name, token, opens] of issued) {
    assert.is(opens(token), true, name);
    for (let length = 0; length < token.length; length += 1) {
      assert.is(opens(token.slice(0, length)), false, `${name}: the first ${length} characters`);
      assert.is(opens(token.slice(-length - 1).slice(0, length)), false, `${name}: ${length} characters near the end`);
    }
    for (const more of ['0', 'a', 'A', '=', ' ', '\n', '\0', 'AAAA', '0'.repeat(64), token]) {
      assert.is(opens(token + more), false, `${name} and ${JSON.stringify(more)}`);
      assert.is(opens(more + token), false, `${JSON.stringify(more)} and ${name}`);
    }
  }
});

test('shape of a refresh token: distinguishes malformed from unknown', () => {
  const malformed = [
    '',
    'short',
    'k3v7q2mzx4aB',
    'k3v7q2mzx4abc',
    'x'.repeat(79),
    'x'.repeat(81),
    `${'x'.repeat(79)}=`,
    `${'A'.repeat(79)}\n`,
  ];
  for (const token of malformed) assert.equal(ring.openRefresh(token), { ok: false, reason: 'malformed' }, token);
  assert.equal(ring.openRefresh('k3v7q2mzx4ab'), { ok: false, reason: 'unknown' });
  const foreign = createKeyRing({ security_pepper: `1:${k2}`, jwt_secret: secret }).sealRefresh(parts());
  assert.equal(ring.openRefresh(foreign), { ok: false, reason: 'unknown' });
  const otherId = createKeyRing({ security_pepper: `9:${k1}`, jwt_secret: secret }).sealRefresh(parts());
  assert.equal(ring.openRefresh(otherId), { ok: false, reason: 'unknown' });
});

test('a link token is 56 hex digits: row id, key id, eleven bytes of MAC', () => {
  const id = randomUUID();
  const link = ring.sealLink(id);
  assert.match(link, /^[0-9a-f]{56}$/);
  assert.is(link.slice(0, 32), id.replaceAll('-', ''));
  assert.is(link.slice(32, 34), '01');
  assert.is(ring.openLink(link), id);
  for (let at = 0; at < link.length; at++) {
    assert.is(ring.openLink(link.slice(0, at) + (link[at] === '0' ? '1' : '0') + link.slice(at + 1)), null);
  }
  for (const bad of ['', link.toUpperCase(), `${link}0`, link.slice(1), `pkce_${link}`, `${link}\n`])
    assert.is(ring.openLink(bad), null);
});

test("a link of supabase/auth has an id for each key, different from that of another key or of the row's own link", () => {
  const link = createHash('sha224').update('somebody@example.com123456').digest('hex');
  const digest = createHash('sha256').update(link).digest();
  const [id = '', ...more] = ring.oldLinkIds(link);
  assert.equal([ring.openLink(link), more.length], [null, 0]);
  const key = Buffer.from(ring.codeKeys()['1'] ?? '', 'hex');
  const mac = createHmac('sha256', key).update('old link ').update(digest).digest('hex');
  assert.equal([id.replaceAll('-', ''), ring.oldLinkId(digest)], [mac.slice(0, 32), id]);
  const both = createKeyRing({ security_pepper: `2:${k2},1:${k1}`, jwt_secret: secret });
  assert.is(both.oldLinkIds(link).length, 2);
  assert.ok(both.oldLinkIds(link).includes(id));
  assert.is.not(both.oldLinkId(digest), id, 'an import uses the key that seals');
  for (const other of ['', link.toUpperCase(), `${link}0`, link.slice(1), `pkce_${link}`])
    assert.equal(ring.oldLinkIds(other), []);
});

test('a code is the documented function of sub-key, row id and generation', () => {
  const id = randomUUID();
  const key = Buffer.from(ring.codeKeys()['1'] ?? '', 'hex');
  assert.is(key.length, 32);
  for (const digits of [6, 8, 10]) {
    for (let generation = 1; generation < 40; generation++) {
      const message = Buffer.alloc(24);
      Buffer.from(id.replaceAll('-', ''), 'hex').copy(message);
      message.writeBigInt64BE(BigInt(generation), 16);
      const value = createHmac('sha256', key).update(message).digest().readBigUInt64BE() % 10n ** BigInt(digits);
      const code = ring.code({ key_id: 1, token_id: id, generation, digits });
      assert.is(code, value.toString().padStart(digits, '0'));
    }
  }
});

test('codes keep leading zeros and are spread evenly', () => {
  const counts = new Array<number>(10).fill(0);
  let leadingZero = 0;
  for (let n = 0; n < 10_000; n++) {
    const code = ring.code({ key_id: 1, token_id: randomUUID(), generation: 1, digits: 6 });
    assert.is(code.length, 6);
    if (code.startsWith('0')) leadingZero++;
    for (const digit of code) counts[Number(digit)] = (counts[Number(digit)] ?? 0) + 1;
  }
  assert.ok(leadingZero > 800 && leadingZero < 1200, `${leadingZero} leading zeros`);
  for (const count of counts) assert.ok(Math.abs(count - 6000) < 400, String(counts));
});

test('an older key of the ring unseals, the first one seals, a removed one does neither', () => {
  const p = parts();
  const id = randomUUID();
  const oldRefresh = ring.sealRefresh(p);
  const oldLink = ring.sealLink(id);
  const oldSealed = ring.seal('provider token', 'row');
  const both = createKeyRing({ security_pepper: `2:${k2},1:${k1}`, jwt_secret: secret });
  assert.is(both.sealing_key_id, 2);
  assert.equal(both.openRefresh(oldRefresh), { ok: true, ...p });
  assert.is(both.openLink(oldLink), id);
  assert.is(both.sealLinkWith(id, 1), oldLink);
  assert.is.not(both.sealLink(id), oldLink);
  assert.is(both.open(oldSealed, 'row'), 'provider token');
  assert.equal(Object.keys(both.codeKeys()).sort(), ['1', '2']);
  const only2 = createKeyRing({ security_pepper: `2:${k2}`, jwt_secret: secret });
  assert.equal(only2.openRefresh(oldRefresh), { ok: false, reason: 'unknown' });
  assert.is(only2.openLink(oldLink), null);
  assert.is(only2.open(oldSealed, 'row'), null);
  assert.throws(() => only2.sealLinkWith(id, 1), /has left the ring/);
});

test('without SECURITY_PEPPER the key comes from JWT_SECRET, has id 0, warns, and is named 0:jwt in a ring', () => {
  const derived = createKeyRing({ security_pepper: '', jwt_secret: secret });
  assert.is(derived.sealing_key_id, 0);
  assert.match(derived.warnings.join(), /SECURITY_PEPPER.*ends every session/);
  assert.equal(ring.warnings, []);
  const p = parts();
  const token = derived.sealRefresh(p);
  const ringWith = createKeyRing({ security_pepper: `1:${k1},0:jwt`, jwt_secret: secret });
  assert.equal(ringWith.openRefresh(token), { ok: true, ...p });
  assert.equal(ringWith.warnings, []);
  const rotated = createKeyRing({ security_pepper: '', jwt_secret: `${secret}2` });
  assert.equal(rotated.openRefresh(token), { ok: false, reason: 'unknown' });
  const ringKept = createKeyRing({ security_pepper: `1:${k1}`, jwt_secret: 'another' });
  assert.equal(ringKept.openRefresh(ring.sealRefresh(p)), { ok: true, ...p });
});

test('refuses to start without any key', () => {
  assert.throws(() => createKeyRing({ security_pepper: '', jwt_secret: '' }), /SECURITY_PEPPER/);
  assert.throws(() => createKeyRing({ security_pepper: `1:${k1},0:jwt`, jwt_secret: '' }), /JWT_SECRET/);
  assert.not.throws(() => createKeyRing({ security_pepper: `1:${k1}`, jwt_secret: '' }));
});

test('rejects a malformed ring without showing a key', () => {
  const short = Buffer.from('fifteen bytes..').toString('base64');
  for (const bad of [
    'x',
    `:${k1}`,
    `256:${k1}`,
    `0:${k1}`,
    '1:jwt',
    `1:${short}`,
    `1:${k1},1:${k2}`,
    `1:${k1},`,
    `1:${k1}!`,
  ]) {
    try {
      createKeyRing({ security_pepper: bad, jwt_secret: secret });
      assert.unreachable(bad);
    } catch (error) {
      assert.not.match(String(error), k1.slice(0, 12));
      assert.not.match(String(error), short);
      assert.not.match(String(error), 'unreachable');
    }
  }
});

test('sub-keys differ by purpose, and the ring shows no key', () => {
  const master = Buffer.from(k1, 'base64');
  const wanted = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), 'postern code', 32)).toString('hex');
  assert.is(ring.codeKeys()['1'], wanted);
  assert.not.match(JSON.stringify(ring), k1.slice(0, 10));
});

test('limiter keys depend on limiter and value, and cannot run together', () => {
  assert.match(ring.throttleKey('otp', '10.0.0.1'), /^[A-Za-z0-9_-]{43}$/);
  assert.is(ring.throttleKey('otp', '10.0.0.1'), ring.throttleKey('otp', '10.0.0.1'));
  assert.is.not(ring.throttleKey('otp', '1'), ring.throttleKey('ot', 'p1'));
});

test('a sealed value unseals only for its row', () => {
  const sealed = ring.seal('täglich', 'row-1');
  assert.is(ring.open(sealed, 'row-1'), 'täglich');
  assert.is(ring.open(sealed, 'row-2'), null);
  assert.is.not(ring.seal('täglich', 'row-1'), sealed);
  for (const bad of ['', 'AQ', sealed.slice(0, -4), `B${sealed.slice(1)}`]) assert.is(ring.open(bad, 'row-1'), null);
});

test('tokens of one kind do not open as another: link, refresh, code, authorization, device, pushed', () => {
  const id = randomUUID();
  const kinds = ['authorization', 'oauth_code', 'device_code', 'pushed', 'scim_token'] as const;
  const texts: Record<string, string> = {
    link: ring.sealLink(id),
    refresh: ring.sealRefresh({ user_id: id, session_id: id, counter: 1 }),
    secret: ring.clientSecret(id, 1),
    ...Object.fromEntries(kinds.map((kind) => [kind, ring.sealId(kind, id)])),
  };
  for (const [kind, text] of Object.entries(texts)) {
    for (const other of kinds) assert.is(ring.openId(other, text), other === kind ? id : null, `${kind} as ${other}`);
    assert.is(ring.openLink(text), kind === 'link' ? id : null, `${kind} as a link`);
    assert.is(ring.openRefresh(text).ok, kind === 'refresh', `${kind} as a refresh token`);
    assert.is(ring.openClientSecret(id, text), kind === 'secret' ? 1 : null, `${kind} as a secret`);
  }
});

test('a user code has eight letters that make no words, and a digest under each key', () => {
  const both = createKeyRing({ security_pepper: `2:${k2},1:${k1}`, jwt_secret: secret });
  const codes = Array.from({ length: 500 }, () => both.newUserCode());
  for (const code of codes) assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  assert.is(new Set(codes).size, 500);
  const [code = ''] = codes;
  const macs = both.userCodeMacs(code);
  assert.is(macs.length, 2);
  assert.equal(macs.slice(1), ring.userCodeMacs(code), 'the older key');
});

test.run();
