// Actions of postern key: generates keys, issues tokens, lists keys, reseals stored secrets, and prints the steps of a
// key rotation.
import { parseJwtKeys } from '../../core/keys/jwt_keys.ts';
import { parsePepper } from '../../core/keys/pepper.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { Environment } from '../../core/settings/reading.ts';
import { parseDuration } from '../../core/settings/row.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { withAdmin } from '../admin/admin_functions.ts';
import { readAdminSettings, readKeySettings } from '../settings.ts';
import { signRoleToken } from './issue.ts';
import { generateJwk, generatePepperEntry, generateSamlKey, generateSecret, type JwtAlgorithm } from './make.ts';
import { resealAll } from './reseal.ts';
import { type RotationStep, rotateJwt, rotatePepper } from './rotate.ts';

export interface GenerateOptions {
  settings: Settings;
  kind: 'secret' | 'pepper' | 'jwk' | 'saml';
  json: boolean;
  alg: JwtAlgorithm;
  kid?: string;
  id?: string;
}

export async function generateKey(o: GenerateOptions): Promise<number> {
  const make: Record<GenerateOptions['kind'], () => { name: string; value: string }> = {
    secret: () => ({ name: 'SVC_JWT_SECRET', value: generateSecret() }),
    pepper: () => ({
      name: 'SVC_SECURITY_PEPPER',
      value: generatePepperEntry(o.settings.security_pepper, parseKeyId(o.id)),
    }),
    jwk: () => ({
      name: 'SVC_JWT_KEYS',
      value: JSON.stringify([generateJwk(o.alg, { sign: true, kid: checkKeyIdText(o.kid) })]),
    }),
    saml: () => ({ name: 'SVC_SAML_PRIVATE_KEY', value: generateSamlKey() }),
  };
  const made = make[o.kind]();
  if (o.json) printJson(o.kind === 'jwk' ? (JSON.parse(made.value) as unknown[])[0] : made);
  else print(`${made.name}=${made.value}`);
  if (o.kind === 'pepper' && o.settings.security_pepper !== '') {
    printError(
      'SVC_SECURITY_PEPPER is already set: add this entry to it instead of replacing it. "npx postern key rotate pepper" prints the steps.',
    );
  }
  return 0;
}

/** Checks that a key id has only characters that are safe in a shell or settings file. */
function checkKeyIdText(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.:@-]{1,128}$/.test(text)) return text;
  throw new UsageError('--kid must be 1 to 128 letters, digits or any of . _ : @ -');
}

function parseKeyId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1 || id > 255) throw new UsageError('--id must be a number from 1 to 255');
  return id;
}

export async function issueRoleToken(o: {
  settings: Settings;
  role: string;
  expires: string;
  json: boolean;
}): Promise<number> {
  const { settings } = o;
  if (!/^[A-Za-z_][\w-]{0,62}$/.test(o.role))
    throw new UsageError(`${JSON.stringify(o.role)} is not a valid role name`);
  if (settings.jwt_secret === '' && settings.jwt_keys === '') {
    throw new CommandError('Set SVC_JWT_SECRET or SVC_JWT_KEYS: there is no key to sign with.', { code: 'no_key' });
  }
  const seconds = parseLifetime(o.expires);
  const now = Math.floor(Date.now() / 1000);
  const token = await signRoleToken(settings, { role: o.role, seconds, now });
  const expires_at = new Date((now + seconds) * 1000).toISOString();
  if (o.json) printJson({ role: o.role, expires_at, token });
  else print(token);
  if (settings.jwt_admin_roles.includes(o.role)) {
    printError(
      `This token has administrator rights until ${expires_at}. It is not stored: only rotating the signing key revokes it.`,
    );
  }
  return 0;
}

const LONG_UNITS: Record<string, number> = { y: 365 * 86_400, w: 7 * 86_400, d: 86_400 };

/** Converts `10y`, `30d`, `2w` or a settings duration to seconds. */
function parseLifetime(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([ywd])$/.exec(text) ?? [];
  let seconds = Number.NaN;
  try {
    seconds = unit === '' ? parseDuration(text) : Number(count) * (LONG_UNITS[unit] ?? 0);
  } catch (error) {
    throw new UsageError(`--expires ${(error as Error).message}, or such as 10y or 30d`);
  }
  // Keeps the date far below the year 10000: libraries parse five-digit years in different ways.
  if (!(seconds >= 1 && seconds <= 1000 * 365 * 86_400)) throw new UsageError('--expires must be from 1s to 1000y');
  return Math.floor(seconds);
}

interface ListedKey {
  setting: string;
  id: string;
  algorithm: string;
  /** Purpose of the key. */
  use: string;
}

export async function listKeys(o: { settings: Settings; json: boolean }): Promise<number> {
  const keys = describeKeys(o.settings);
  if (o.json) printJson({ keys });
  else if (keys.length === 0) printError('No key is configured. "npx postern key generate" makes one.');
  else
    print(
      formatTable(
        ['setting', 'id', 'algorithm', 'use'],
        keys.map((key) => [key.setting, key.id, key.algorithm, key.use]),
      ),
    );
  return 0;
}

function describeKeys(settings: Settings): ListedKey[] {
  const jwks = parseJwtKeys(settings.jwt_keys);
  const keys: ListedKey[] = jwks.map((key) => ({
    setting: 'SVC_JWT_KEYS',
    id: key.kid,
    algorithm: key.alg,
    use: key.signs ? 'signs and verifies' : 'verifies',
  }));
  if (settings.jwt_secret !== '') {
    const use = jwks.length === 0 ? 'signs and verifies' : 'verifies tokens without a kid';
    keys.push({ setting: 'SVC_JWT_SECRET', id: settings.jwt_key_id, algorithm: 'HS256', use });
  }
  const ring = settings.security_pepper === '' ? [] : parsePepper(settings.security_pepper);
  if (ring.length === 0 && settings.jwt_secret !== '') ring.push({ id: 0, key: null });
  ring.forEach((entry, index) => {
    const origin = entry.key === null ? ', derived from SVC_JWT_SECRET' : '';
    const use = index === 0 ? 'seals and unseals' : 'unseals';
    keys.push({ setting: 'SVC_SECURITY_PEPPER', id: String(entry.id), algorithm: `HKDF-SHA256${origin}`, use });
  });
  return keys;
}

export async function rotateKey(o: {
  settings: Settings;
  what: 'pepper' | 'jwt';
  alg?: JwtAlgorithm;
  json: boolean;
}): Promise<number> {
  const steps = o.what === 'pepper' ? rotatePepper(o.settings) : rotateJwt(o.settings, o.alg);
  if (o.json) printJson({ steps });
  else print(steps.map(formatStep).join('\n\n'));
  return 0;
}

function formatStep(step: RotationStep, index: number): string {
  const settings = Object.entries(step.set).map(([name, value]) => `${name}=${value}`);
  return [`# ${index + 1}. ${step.what}`, ...settings].join('\n');
}

/**
 * Runs resealAll(). Returns exit code 1 if the key of a stored secret is not in the ring, or if the secret of an OAuth
 * client is derived from another key than the first. The secret of such a client must be rotated.
 */
export async function resealCommand(environment: Environment, json: boolean): Promise<number> {
  const settings = await readAdminSettings(environment);
  const { security_pepper, jwt_secret } = await readKeySettings(environment);
  const ring = createKeyRing({ security_pepper, jwt_secret });
  const { resealed, unreadable, clients } = await withAdmin(settings, (admin) => resealAll(admin, ring));
  if (json) printJson({ resealed, unreadable, clients });
  else {
    print(`Resealed with key ${ring.sealing_key_id}: ${resealed}. Unreadable: ${unreadable.length}.`);
    for (const what of unreadable) printError(`${what} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
    for (const id of clients)
      printError(
        `the secret of an OAuth client is derived from another key: npx postern oauth client rotate-secret ${id}`,
      );
  }
  return unreadable.length + clients.length === 0 ? 0 : 1;
}
