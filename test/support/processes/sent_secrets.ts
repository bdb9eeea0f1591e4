// Records, in the run's folder, each secret that a test process exchanges with its servers. The last step of the run
// fails if a server log contains one of them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Environment variable with the run's folder. Without it, nothing is recorded. */
export const LOGGED_VARIABLE = 'POSTERN_TEST_LOGGED';

/** Names of JSON members and of query and fragment parameters whose values are secret. */
const SECRET =
  /^(?:(?:current_|new_)?password|(?:access_|refresh_|id_|provider_|provider_refresh_|captcha_)?token|token_hash|hashed_token|email_otp|code|auth_code|nonce|otp|secret|code_verifier|recovery_codes)$/;

/**
 * One-time codes are short and numeric. Other values with fewer than LEAST characters could be ordinary words and are
 * ignored.
 */
const CODE = /^\d{6,10}$/;
const LEAST = 8;
/** Values that are not secret: ids, and words or repeated characters that a test sends in place of a secret. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORD = /^[a-z_]+$|^[A-Z_]+$|^(.)\1*$/su;
/** Maximum length of a recorded secret. */
const MOST = 4_000;

/** Run folder to which the values below belong. test/house/logged.test.ts changes the folder within a process. */
let noted_in: string | undefined;
const kept = new Set<string>();
/** Values that this process has also sent under other names, as tests of hostile values do. They are not secret. */
const open = new Set<string>();

function recordValue(value: string, how: 'told' | 'open'): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.told`), `${JSON.stringify([how, value])}\n`);
}

/** Clears the state if the folder has changed. Returns true if there is a folder. */
function enterCurrentFolder(): boolean {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== noted_in) for (const values of [kept, open]) values.clear();
  noted_in = folder;
  return folder !== undefined;
}

function recordPublicValue(value: string): void {
  if (!enterCurrentFolder() || value.length > MOST || open.has(value) || !isSecret(value)) return;
  open.add(value);
  if (kept.has(value)) recordValue(value, 'open');
}

function isSecret(value: string): boolean {
  if (CODE.test(value)) return true;
  return value.length >= LEAST && value.length <= MOST && !ID.test(value) && !WORD.test(value);
}

/** Records one secret value. */
export function recordSecret(value: string): void {
  if (!enterCurrentFolder() || kept.has(value) || open.has(value) || !isSecret(value)) return;
  kept.add(value);
  recordValue(value, 'told');
}

/** Records the secrets in a JSON body. */
export function recordSecretsOfBody(text: string | undefined): void {
  if (process.env[LOGGED_VARIABLE] === undefined || !text?.startsWith('{')) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return; // a test sent malformed JSON
    throw error;
  }
  recordMembers(body);
}

/** Iterative, because some tests nest JSON as deeply as the body limit allows. */
function recordMembers(body: unknown): void {
  const left: unknown[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const texts = Array.isArray(member) ? member : [member];
      for (const one of texts) if (typeof one === 'string') (SECRET.test(name) ? recordSecret : recordPublicValue)(one);
      if (typeof member === 'object' && member !== null) left.push(member);
    }
  }
}

/** Records the secrets in a link or redirect URL. */
export function recordSecretsOfUrl(url: string): void {
  for (const [, name = '', value = ''] of url.matchAll(/[?&#]([\w.]+)=([^&#]*)/g))
    (SECRET.test(name) ? recordSecret : recordPublicValue)(decodeComponent(value));
}

/** Decodes a URL component. Returns a malformed component unchanged. */
function decodeComponent(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}

/** Secrets of a process, grouped by search method. */
export interface KnownSecrets {
  /** Secrets that are searched for as whole words. */
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  /** The few secrets that are searched for as substrings. */
  texts: readonly string[];
}

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

/** Returns the secrets that a log line contains. Ignores JSON numbers, because a duration may equal a code. */
export function findSecretsInLine(line: string, { words, codes, texts }: KnownSecrets): string[] {
  const found: string[] = texts.filter((secret) => line.includes(JSON.stringify(secret).slice(1, -1)));
  if (words.size > 0) found.push(...(line.match(/[\w-]+(?:\.[\w-]+)*/g) ?? []).filter((word) => words.has(word)));
  if (codes.size > 0)
    found.push(...(line.match(/(?<![\w.-])(?<!":)\d{6,10}(?![\w.-])/g) ?? []).filter((code) => codes.has(code)));
  return found;
}
