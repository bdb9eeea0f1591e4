// Computes password hashes of other systems, and compares them with published hashes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeForeignHash } from '../../../gateway/http/foreign_hash.ts';
import { KNOWN_HASHES } from '../../support/database/foreign_hashes.ts';

for (const { about, password, hash } of KNOWN_HASHES) {
  test(`the published hash of the published password: ${about}`, async () => {
    const digest = hash.slice(hash.lastIndexOf('$') + 1);
    const asked = { salt: hash.slice(0, -digest.length), bytes: Buffer.from(digest, 'base64').length };
    assert.is(await computeForeignHash(password, asked), hash);
    assert.is.not(await computeForeignHash(`${password} `, asked), hash);
  });
}

test('an unknown kind is a fault, not a hash', async () => {
  for (const salt of ['$argon2d$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$', '$2a$10$', '']) {
    const fault = await computeForeignHash('x', { salt, bytes: 16 }).then(
      () => 'none',
      (error: unknown) => String(error),
    );
    assert.match(fault, /of a kind that is not known/, salt);
  }
});

test.run();
