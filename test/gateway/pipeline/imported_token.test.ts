// Refresh tokens of supabase/auth are recognized by their format, without the database.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importedTokenDigest } from '../../../gateway/pipeline/imported_token.ts';

/** Builds a signed supabase/auth token: version, session, counter, half a MAC, and a checksum. */
function buildSignedToken(counter: readonly number[]): string {
  const body = Buffer.concat([Buffer.of(0), randomBytes(16), Buffer.from(counter)]);
  const signed = Buffer.concat([body, createHmac('sha256', randomBytes(32)).update(body).digest().subarray(0, 16)]);
  return Buffer.concat([signed, createHash('sha256').update(signed).digest().subarray(0, 4)]).toString('base64url');
}

test('identifies tokens of all three forms by their SHA-256', () => {
  for (const token of [
    'abcdefgh2345',
    'Zx8-_aBcDeFgHiJkLmNoPq',
    buildSignedToken([1]),
    buildSignedToken([0x80, 0x80, 0x01]),
  ])
    assert.is(importedTokenDigest(token), createHash('sha256').update(token).digest('hex'));
});

test('rejects a text of another form or with a wrong checksum', () => {
  const token = buildSignedToken([5]);
  const other = token.slice(0, 30) + (token[30] === 'x' ? 'y' : 'x') + token.slice(31);
  for (const text of ['', 'short', 'ABCDEFGH2345', 'abcdefgh2345 ', `${token}A`, token.slice(1), other, 'a'.repeat(80)])
    assert.is(importedTokenDigest(text), null, text);
});

test.run();
