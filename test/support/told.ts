// The secrets that a test's process has sent to the servers and was told by them, kept in the run's folder while it runs: the
// last step of the run looks for each of them, letter by letter, in the lines that the servers of that process have logged.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder; without it nothing is written. */
export const LOGGED_VARIABLE = 'POSTERN_TEST_LOGGED';

/** Members of bodies, parameters of queries and of fragments whose values nobody else may read. */
const SECRET =
  /^(?:(?:current_|new_)?password|(?:access_|refresh_|id_|provider_|provider_refresh_|captcha_)?token|token_hash|hashed_token|email_otp|code|auth_code|nonce|otp|secret|code_verifier|recovery_codes)$/;

/** Codes are short and of digits; of the rest what is shorter may be any word. */
const CODE = /^\d{6,10}$/;
const LEAST = 8;
/** An id is no secret, nor is a word or a run of one character that a test sends in the place of one. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORD = /^[a-z_]+$|^[A-Z_]+$|^(.)\1*$/su;
/** Nobody's secret is found in a line if it is longer than a line. */
const MOST = 4_000;

/** Of the folder they are noted in, which is another one for each file of a process. */
let noted_in: string | undefined;
const kept = new Set<string>();
/** Values that this process has sent under other names too, as tests of hostile values do: they are nobody's secret. */
const open = new Set<string>();

function note(value: string, how: 'told' | 'open'): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.told`), `${JSON.stringify([how, value])}\n`);
}

/** Begins anew in a new folder; answers whether there is one. */
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

/** Keeps one value for the last step of the run. */
export function keepSecret(value: string): void {
  if (!isKeeping() || kept.has(value) || open.has(value) || !isSecret(value)) return;
  kept.add(value);
  note(value, 'told');
}

/** Keeps the secrets of a body: what stands in JSON under their names. */
export function keepSecretsOf(text: string | undefined): void {
  if (process.env[LOGGED_VARIABLE] === undefined || !text?.startsWith('{')) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return; // one that a test has broken
    throw error;
  }
  keepMembers(body);
}

/** Without recursion: some tests nest as deep as a body may be long. */
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

/** Keeps the secrets of a link or a redirect. */
export function keepSecretsOfUrl(url: string): void {
  for (const [, name = '', value = ''] of url.matchAll(/[?&#]([\w.]+)=([^&#]*)/g))
    (SECRET.test(name) ? keepSecret : keepOpen)(decoded(value));
}

/** What a URL spells; as it stands where it is no such spelling. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}

/** What a process has kept, as lines are searched for it. */
export interface Told {
  /** Found as a whole word. */
  words: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  /** Found anywhere; few. */
  texts: readonly string[];
}

/** By how they are looked for. */
export function sorted(secrets: readonly string[]): Told {
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

export function readTold(folder: string, pid: string): Told {
  const file = join(folder, `${pid}.told`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const notes = lines.map((line) => JSON.parse(line) as [how: 'told' | 'open', value: string]);
  const not = new Set(notes.flatMap(([how, value]) => (how === 'open' ? [value] : [])));
  return sorted(notes.flatMap(([, value]) => (not.has(value) ? [] : [value])));
}

/** Which of them stand in a line of the log. Numbers that are no text are the line's own: a duration may be any code. */
export function toldIn(line: string, { words, codes, texts }: Told): string[] {
  const found: string[] = texts.filter((secret) => line.includes(JSON.stringify(secret).slice(1, -1)));
  if (words.size > 0) found.push(...(line.match(/[\w-]+(?:\.[\w-]+)*/g) ?? []).filter((word) => words.has(word)));
  if (codes.size > 0)
    found.push(...(line.match(/(?<![\w.-])(?<!":)\d{6,10}(?![\w.-])/g) ?? []).filter((code) => codes.has(code)));
  return found;
}
