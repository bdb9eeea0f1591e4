// postern key: makes keys, issues tokens for other servers, lists what is configured without showing it, prints rotations.

import { parseJwtKeys } from '../../core/keys/jwt_keys.ts';
import { parsePepper } from '../../core/keys/pepper.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { parseDuration } from '../../core/settings/row.ts';
import type { Settings } from '../../core/settings/table.ts';
import { createJwt } from '../../gateway/http/jwt.ts';
import { type JwtAlgorithm, newJwk, newPepperEntry, newSecret } from '../keys/make.ts';
import { type Ask, reseal, SEALED_COLUMNS } from '../keys/reseal.ts';
import { rotateJwt, rotatePepper, type Step } from '../keys/rotate.ts';
import { openPool } from '../pool.ts';
import { complain, print, printJson, table } from '../terminal/output.ts';
import { Sentence, UsageSentence } from '../terminal/sentence.ts';

export interface GenerateOptions {
  settings: Settings;
  kind: 'secret' | 'pepper' | 'jwk';
  json: boolean;
  alg: JwtAlgorithm;
  kid?: string;
  id?: string;
}

export async function generateKey(o: GenerateOptions): Promise<number> {
  const make: Record<GenerateOptions['kind'], () => { name: string; value: string }> = {
    secret: () => ({ name: 'SVC_JWT_SECRET', value: newSecret() }),
    pepper: () => ({ name: 'SVC_SECURITY_PEPPER', value: newPepperEntry(o.settings.security_pepper, readId(o.id)) }),
    jwk: () => ({ name: 'SVC_JWT_KEYS', value: JSON.stringify([newJwk(o.alg, { sign: true, kid: readKid(o.kid) })]) }),
  };
  const made = make[o.kind]();
  if (o.json) printJson(o.kind === 'jwk' ? (JSON.parse(made.value) as unknown[])[0] : made);
  else print(`${made.name}=${made.value}`);
  if (o.kind === 'pepper' && o.settings.security_pepper !== '') {
    complain(
      'A ring is configured: this is an entry to add to it, not a new ring. "npx postern key rotate pepper" prints the steps.',
    );
  }
  return 0;
}

/** What is printed is pasted into files and shells, so a key's name holds nothing that those would read. */
function readKid(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.:@-]{1,128}$/.test(text)) return text;
  throw new UsageSentence('--kid must be 1 to 128 letters, digits or any of . _ : @ -');
}

function readId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1 || id > 255) throw new UsageSentence('--id must be a number from 1 to 255');
  return id;
}

export async function issueKey(o: {
  settings: Settings;
  role: string;
  expires: string;
  json: boolean;
}): Promise<number> {
  const { settings } = o;
  if (!/^[A-Za-z_][\w-]{0,62}$/.test(o.role))
    throw new UsageSentence(`${JSON.stringify(o.role)} is not the name of a role`);
  if (settings.jwt_secret === '' && settings.jwt_keys === '') {
    throw new Sentence('Set SVC_JWT_SECRET or SVC_JWT_KEYS: there is no key to sign with.', { code: 'no_key' });
  }
  const seconds = lifetime(o.expires);
  const iat = Math.floor(Date.now() / 1000);
  const issuer = settings.jwt_issuer === '' ? {} : { iss: settings.jwt_issuer };
  const jwt = createJwt({ settings, now: Date.now });
  const token = await jwt.sign({ ...issuer, role: o.role, iat, exp: iat + seconds });
  const expires_at = new Date((iat + seconds) * 1000).toISOString();
  if (o.json) printJson({ role: o.role, expires_at, token });
  else print(token);
  if (settings.jwt_admin_roles.includes(o.role)) {
    complain(
      `This key may do everything until ${expires_at}. It is kept nowhere; only rotating the signing key takes it back.`,
    );
  }
  return 0;
}

const LONG_UNITS: Record<string, number> = { y: 365 * 86_400, w: 7 * 86_400, d: 86_400 };

/** Seconds of `10y`, `30d`, `2w` or a duration of the settings. */
function lifetime(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([ywd])$/.exec(text) ?? [];
  let seconds = Number.NaN;
  try {
    seconds = unit === '' ? parseDuration(text) : Number(count) * (LONG_UNITS[unit] ?? 0);
  } catch (error) {
    throw new UsageSentence(`--expires ${(error as Error).message}, or such as 10y or 30d`);
  }
  // Beyond this a date has no four-digit year, and libraries begin to disagree.
  if (!(seconds >= 1 && seconds <= 1000 * 365 * 86_400)) throw new UsageSentence('--expires must be from 1s to 1000y');
  return Math.floor(seconds);
}

interface ListedKey {
  setting: string;
  id: string;
  algorithm: string;
  /** What it does with new tokens. */
  use: string;
}

export async function listKeys(o: { settings: Settings; json: boolean }): Promise<number> {
  const keys = listed(o.settings);
  if (o.json) printJson({ keys });
  else if (keys.length === 0) complain('No key is configured here; "npx postern key generate" makes one.');
  else
    print(
      table(
        ['setting', 'id', 'algorithm', 'use'],
        keys.map((key) => [key.setting, key.id, key.algorithm, key.use]),
      ),
    );
  return 0;
}

function listed(settings: Settings): ListedKey[] {
  const jwks = parseJwtKeys(settings.jwt_keys);
  const keys: ListedKey[] = jwks.map((key) => ({
    ...{ setting: 'SVC_JWT_KEYS', id: key.kid, algorithm: key.alg, use: key.signs ? 'signs and verifies' : 'verifies' },
  }));
  if (settings.jwt_secret !== '') {
    const use = jwks.length === 0 ? 'signs and verifies' : 'verifies tokens without a known kid';
    keys.push({ setting: 'SVC_JWT_SECRET', id: settings.jwt_key_id, algorithm: 'HS256', use });
  }
  const ring = settings.security_pepper === '' ? [] : parsePepper(settings.security_pepper);
  if (ring.length === 0 && settings.jwt_secret !== '') ring.push({ id: 0, key: null });
  ring.forEach((entry, index) => {
    const origin = entry.key === null ? ', derived from SVC_JWT_SECRET' : '';
    const use = index === 0 ? 'seals and opens' : 'opens';
    keys.push({ setting: 'SVC_SECURITY_PEPPER', id: String(entry.id), algorithm: `HKDF-SHA256${origin}`, use });
  });
  return keys;
}

export async function rotateKey(o: {
  settings: Settings;
  what: 'pepper' | 'jwt';
  alg?: JwtAlgorithm;
  reseal: boolean;
  json: boolean;
}): Promise<number> {
  if (o.reseal) return resealStored(o);
  const steps = o.what === 'pepper' ? rotatePepper(o.settings) : rotateJwt(o.settings, o.alg);
  if (o.json) printJson({ steps });
  else print(steps.map(stepText).join('\n\n'));
  return 0;
}

function stepText(step: Step, index: number): string {
  const settings = Object.entries(step.set).map(([name, value]) => `${name}=${value}`);
  return [`# ${index + 1}. ${step.what}`, ...settings].join('\n');
}

/** Before step 3 of a pepper's rotation. Says so where there is nothing to do, which is true of this release. */
async function resealStored(o: { settings: Settings; json: boolean }): Promise<number> {
  if (SEALED_COLUMNS.length === 0) {
    if (o.json) printJson({ columns: 0, resealed: 0, lost: 0 });
    else print('Nothing to re-seal: this release derives its secrets and stores none under the key ring.');
    return 0;
  }
  const pool = await openPool(o.settings, 'owner');
  try {
    const ask: Ask = (text, values) => pool.sql.unsafe(text, values as never[]);
    const where = { schema: o.settings.db_namespace, columns: SEALED_COLUMNS };
    const done = await reseal(ask, createKeyRing(o.settings), where);
    if (o.json) printJson({ columns: SEALED_COLUMNS.length, ...done });
    else print(`re-sealed ${done.resealed} value(s); ${done.lost} are sealed under a key that has left the ring`);
    return done.lost === 0 ? 0 : 1;
  } finally {
    await pool.close();
  }
}
