// Records, in the run's folder, each secret that a test process sends to its servers or receives from them. The last
// step of the run searches the logs of those servers for these secrets.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variable with the folder; without it nothing is written. */
export const LOGGED_VARIABLE = 'POSTERN_TEST_LOGGED';

/** Names of body members and of query and fragment parameters whose values are secret. */
const SECRET =
  /^(?:(?:current_|new_)?password|(?:access_|refresh_|id_|provider_|provider_refresh_|captcha_)?token|token_hash|hashed_token|email_otp|code|auth_code|nonce|otp|secret|code_verifier|recovery_codes)$/;

/** Codes are short and numeric. Other values shorter than LEAST could be any word and are ignored. */
const CODE = /^\d{6,10}$/;
const LEAST = 8;
/** Values that are no secrets: ids, and words or repeated characters that a test sends instead of a secret. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORD = /^[a-z_]+$|^[A-Z_]+$|^(.)\1*$/su;
/** Longer values are ignored, because no log line is that long. */
const MOST = 4_000;

/** Folder of the last recorded secret; each file of a process has its own. */
let noted_in: string | undefined;
const kept = new Set<string>();
/** Values that this process has also sent under other names, as tests of hostile values do. They are not secret. */
const open = new Set<string>();

function note(value: string, how: 'told' | 'open'): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.told`), `${JSON.stringify([how, value])}\n`);
}

/** Resets the state if the folder has changed. Returns true if there is a folder. */
function isKeeping(): boolean {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== noted_in) for (const values of [kept, open]) values.clear();
  noted_in = folder;
  return folder !== undefined;
}

function keepOpen(value: string): void {
  if (!isKeeping() || value.length > MOST || open.has(value) || !isSecret(value)) return;
  open.add(value);
  if (kept.has(value)) note(value, 'open');
}

function isSecret(value: string): boolean {
  if (CODE.test(value)) return true;
  return value.length >= LEAST && value.length <= MOST && !ID.test(value) && !WORD.test(value);
}

/** Stores one value for the last step of the run. */
export function keepSecret(value: string): void {
  if (!isKeeping() || kept.has(value) || open.has(value) || !isSecret(value)) return;
  kept.add(value);
  note(value, 'told');
}

/** Stores the secrets in a JSON body. */
export function keepSecretsOf(text: string | undefined): void {
  if (process.env[LOGGED_VARIABLE] === undefined || !text?.startsWith('{')) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return; // a test sent malformed JSON
    throw error;
  }
  keepMembers(body);
}

/** Iterative: some tests nest as deeply as the body limit allows. */
function keepMembers(body: unknown): void {
  const left: unknown[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const texts = Array.isArray(member) ? member : [member];
      for (const one of texts) if (typeof one === 'string') (SECRET.test(name) ? keepSecret : keepOpen)(one);
      if (typeof member === 'object' && member !== null) left.push(member);
    }
  }
}

/** Stores the secrets of a link or a redirect. */
export function keepSecretsOfUrl(url: string): void {
  for (const [, name = '', value = ''] of url.matchAll(/[?&#]([\w.]+)=([^&#]*)/g))
    (SECRET.test(name) ? keepSecret : keepOpen)(decoded(value));
}

/** Decodes a URL component; returns it unchanged if it is malformed. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}

/** Secrets of a process, grouped by how lines are searched for them. */
export interface KnownSecrets {
  /** Secrets that are searched for as whole words. */
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  /** Secrets that are searched for anywhere in a line; there are only a few. */
  texts: readonly string[];
}

/** Groups secrets by how lines are searched for them. */
export function groupSecrets(secrets: readonly string[]): KnownSecrets {
  const codes = new Set<string>();
  const words = new Set<string>();
  const texts: string[] = [];
  for (const secret of secrets) {
    if (CODE.test(secret)) codes.add(secret);
    else if (/^[\w-]+(?:\.[\w-]+)*$/.test(secret)) words.add(secret);
    else texts.push(secret);
  }
  return { words, codes, texts };
}

export function readSecrets(folder: string, pid: string): KnownSecrets {
  const file = join(folder, `${pid}.told`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const notes = lines.map((line) => JSON.parse(line) as [how: 'told' | 'open', value: string]);
  const not = new Set(notes.flatMap(([how, value]) => (how === 'open' ? [value] : [])));
  return groupSecrets(notes.flatMap(([, value]) => (not.has(value) ? [] : [value])));
}

/** Returns the secrets in a log line. JSON numbers are ignored: a duration may equal a code. */
export function secretsIn(line: string, { words, codes, texts }: KnownSecrets): string[] {
  const found: string[] = texts.filter((secret) => line.includes(JSON.stringify(secret).slice(1, -1)));
  if (words.size > 0) found.push(...(line.match(/[\w-]+(?:\.[\w-]+)*/g) ?? []).filter((word) => words.has(word)));
  if (codes.size > 0)
    found.push(...(line.match(/(?<![\w.-])(?<!":)\d{6,10}(?![\w.-])/g) ?? []).filter((code) => codes.has(code)));
  return found;
}
