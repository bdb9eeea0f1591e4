// TOTP: the test vectors of RFC 6238, clock drift, and single use of a code.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeTotp } from '../../support/clients/totp.ts';
import { freezeClock } from '../../support/database/clock.ts';
import { createDatabase } from '../../support/database/db.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const NOON = '2031-05-01T12:00:00Z';
const seed = Buffer.from('12345678901234567890');
const code = async (secret: Buffer, step: number, digits: number) => {
  const [row] = await db.sql`select auth_lib.totp_code(${secret}, ${step}, ${digits}) as code`;
  return row?.code as string;
};
const match = async (secret: Buffer, typed: string | null, used: number | null = null) => {
  const [row] = await db.sql`select auth_lib.matching_totp_step(${secret}, ${typed}, ${used}) as step`;
  return row?.step === null ? null : Number(row?.step);
};

test('RFC 6238, appendix B: the codes of SHA-1', async () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, expected] of vectors) {
    const [row] = await db.sql`select auth_lib.totp_step(to_timestamp(${seconds})) as step`;
    assert.is(await code(seed, Number(row?.step), 8), expected, String(seconds));
    assert.is(computeTotp(seed, seconds * 1000, 8), expected);
  }
});

test('codes of random secrets are those of an authenticator app', async () => {
  for (let round = 0; round < 50; round += 1) {
    const secret = randomBytes(20);
    const step = Math.floor(Math.random() * 2 ** 31);
    assert.is(await code(secret, step, 6), computeTotp(secret, step * 30_000));
  }
});

test('one step of drift either way, blanks between the digits, and nothing else', async () => {
  await freezeClock(db.sql, NOON);
  const now = Date.parse(NOON);
  const step = now / 30_000;
  for (const drift of [-1, 0, 1]) assert.is(await match(seed, computeTotp(seed, now + drift * 30_000)), step + drift);
  for (const drift of [-2, 2]) assert.is(await match(seed, computeTotp(seed, now + drift * 30_000)), null);
  const typed = computeTotp(seed, now);
  assert.is(await match(seed, `${typed.slice(0, 3)} ${typed.slice(3)}`), step);
  for (const wrong of ['', '0', typed.slice(1), `${typed}0`, null]) assert.is(await match(seed, wrong), null);
});

test('rejects a code of the last accepted step, or of an earlier one', async () => {
  await freezeClock(db.sql, NOON);
  const now = Date.parse(NOON);
  const step = now / 30_000;
  const typed = computeTotp(seed, now);
  assert.is(await match(seed, typed, step - 1), step);
  for (const used of [step, step + 1]) assert.is(await match(seed, typed, used), null);
  assert.is(await match(seed, computeTotp(seed, now - 30_000), step), null);
  assert.is(await match(seed, computeTotp(seed, now + 30_000), step), step + 1);
});

test.run();
