// postern key: makes keys, issues tokens for other servers, lists what is configured without showing it, prints rotations.
import { type Command, Option } from 'commander';
import { JWT_ALGORITHMS, parseJwtKeys } from '../../core/keys/jwt_keys.ts';
import { parsePepper } from '../../core/keys/pepper.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { Environment } from '../../core/settings/reading.ts';
import { parseDuration } from '../../core/settings/row.ts';
import type { Settings } from '../../core/settings/table.ts';
import { complain, print, printJson, table } from '../../core/terminal/output.ts';
import { Sentence, UsageSentence } from '../../core/terminal/sentence.ts';
import { asAdmin } from '../admin/surface.ts';
import { signKey } from '../keys/issue.ts';
import { type JwtAlgorithm, newJwk, newPepperEntry, newSecret } from '../keys/make.ts';
import { resealAll } from '../keys/reseal.ts';
import { rotateJwt, rotatePepper, type Step } from '../keys/rotate.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, type GlobalOptions, readAdminSettings, readKeySettings } from '../settings.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const settingsOf = (options: GlobalOptions) => readKeySettings(environmentOf(options));
  const key = root.command('key').description('make, list and rotate keys; issue tokens for other servers');
  const algorithm = (): Option => new Option('--alg <algorithm>', 'algorithm of the key').choices(JWT_ALGORITHMS);

  const generate = key.command('generate').description('print a new key as the setting that holds it');
  for (const [kind, description] of [
    ['secret', 'a SVC_JWT_SECRET'],
    ['pepper', 'an entry of SVC_SECURITY_PEPPER, with an id that the ring does not use'],
    ['jwk', 'a private key for SVC_JWT_KEYS'],
  ] as const) {
    const command = generate.command(kind).description(description).option('--json', 'as JSON');
    if (kind === 'pepper') command.option('--id <number>', 'its id, from 1 to 255');
    if (kind === 'jwk') command.addOption(algorithm().default('ES256')).option('--kid <id>', 'its id; default: a UUID');
    command.action((own: { alg?: JwtAlgorithm; kid?: string; id?: string; json?: true }) =>
      run(async (options) => {
        const settings = await settingsOf(options);
        return generateKey({ ...own, settings, kind, alg: own.alg ?? 'ES256', json: own.json === true });
      })(),
    );
  }
  key
    .command('issue')
    .description('print a token for another server: the anon and service_role keys of a PostgREST stack')
    .requiredOption('--role <role>', 'anon, service_role, or another role of your database')
    .option('--expires <duration>', 'such as 10y, 30d or 12h', '10y')
    .option('--json', 'as JSON')
    .action((own: { role: string; expires: string; json?: true }) =>
      run(async (options) => {
        return issueKey({ ...own, settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  key
    .command('list')
    .description('the configured keys: ids, algorithms, which one signs; never the keys themselves')
    .option('--json', 'as JSON')
    .action((own: { json?: true }) =>
      run(async (options) => {
        return listKeys({ settings: await settingsOf(options), json: own.json === true });
      })(),
    );
  key
    .command('reseal')
    .description('seal stored secrets anew by the first key of SVC_SECURITY_PEPPER, so that an older key can leave it')
    .option('--json', 'as JSON')
    .action((own: { json?: true }) => run((options) => reseal(environmentOf(options), own.json === true))());
  const rotate = key.command('rotate').description('print the settings of a rotation, step by step; changes nothing');
  for (const [what, description] of [
    ['pepper', 'the key ring that seals refresh tokens, links and codes'],
    ['jwt', 'the key that signs access tokens'],
  ] as const) {
    const command = rotate.command(what).description(description).option('--json', 'as JSON');
    if (what === 'jwt') command.addOption(algorithm());
    command.action((own: { alg?: JwtAlgorithm; json?: true }) =>
      run(async (options) => {
        return rotateKey({ settings: await settingsOf(options), what, alg: own.alg, json: own.json === true });
      })(),
    );
  }
}

export interface GenerateOptions {
  settings: Settings;
  kind: 'secret' | 'pepper' | 'jwk';
  json: boolean;
  alg: JwtAlgorithm;
  kid?: string;
  id?: string;
}

async function generateKey(o: GenerateOptions): Promise<number> {
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

async function issueKey(o: { settings: Settings; role: string; expires: string; json: boolean }): Promise<number> {
  const { settings } = o;
  if (!/^[A-Za-z_][\w-]{0,62}$/.test(o.role))
    throw new UsageSentence(`${JSON.stringify(o.role)} is not the name of a role`);
  if (settings.jwt_secret === '' && settings.jwt_keys === '') {
    throw new Sentence('Set SVC_JWT_SECRET or SVC_JWT_KEYS: there is no key to sign with.', { code: 'no_key' });
  }
  const seconds = lifetime(o.expires);
  const now = Math.floor(Date.now() / 1000);
  const token = await signKey(settings, { role: o.role, seconds, now });
  const expires_at = new Date((now + seconds) * 1000).toISOString();
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

async function listKeys(o: { settings: Settings; json: boolean }): Promise<number> {
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
    const use = index === 0 ? 'seals and opens' : 'opens';
    keys.push({ setting: 'SVC_SECURITY_PEPPER', id: String(entry.id), algorithm: `HKDF-SHA256${origin}`, use });
  });
  return keys;
}

async function rotateKey(o: {
  settings: Settings;
  what: 'pepper' | 'jwt';
  alg?: JwtAlgorithm;
  json: boolean;
}): Promise<number> {
  const steps = o.what === 'pepper' ? rotatePepper(o.settings) : rotateJwt(o.settings, o.alg);
  if (o.json) printJson({ steps });
  else print(steps.map(stepText).join('\n\n'));
  return 0;
}

function stepText(step: Step, index: number): string {
  const settings = Object.entries(step.set).map(([name, value]) => `${name}=${value}`);
  return [`# ${index + 1}. ${step.what}`, ...settings].join('\n');
}

/** Exit code 1 where something is sealed by a key that is not in the ring: it has to be made anew. */
async function reseal(environment: Environment, json: boolean): Promise<number> {
  const settings = await readAdminSettings(environment);
  const { security_pepper, jwt_secret } = await readKeySettings(environment);
  const ring = createKeyRing({ security_pepper, jwt_secret });
  const { resealed, unreadable } = await asAdmin(settings, (admin) => resealAll(admin, ring));
  if (json) printJson({ resealed, unreadable });
  else {
    print(`sealed anew by key ${ring.sealing_key_id}: ${resealed}; of other keys: ${unreadable.length}`);
    for (const what of unreadable) complain(`${what} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
  }
  return unreadable.length === 0 ? 0 : 1;
}
