// Every log line that the processes of a test run have written, gathered in the run's folder, and what must be in none of them.
// Tests scan for their own secrets; here is looked for what a secret looks like, and for those that tests have sent and been told
// (test/support/told.ts), in whatever any test has made the servers do.
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { JWT_SECRET, PEPPER } from './keys.ts';
import { LOGGED_VARIABLE, readTold, sorted, type Told, toldIn } from './told.ts';

export { LOGGED_VARIABLE };

/** How a line of the log begins; what a command prints for people is none. */
const LINE = /^\{"level":"(?:panic|fatal|error|warning|info|debug|trace)",/;

/** Keeps the lines of the log in what a process has written. */
export function gather(text: string): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder === undefined) return;
  const kept = text.split('\n').filter((line) => LINE.test(line));
  if (kept.length > 0) appendFileSync(join(folder, `${process.pid}.log`), `${kept.join('\n')}\n`);
}

/** Keeps a line that is looked through as those of the log are. */
export function keepLine(line: string): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.log`), `${line}\n`);
}

/** Keeps the lines of the log in all that a child process writes, which comes in pieces. */
export function gatherFrom<T extends Pick<ChildProcess, 'stdout' | 'stderr'>>(child: T): T {
  for (const stream of [child.stdout, child.stderr]) {
    // Of each stream for itself: the rest of one would make no line with a piece of another.
    const decoder = new StringDecoder('utf8');
    let rest = '';
    stream?.on('data', (chunk: Buffer | string) => {
      const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
      rest = lines.pop() ?? '';
      gather(lines.join('\n'));
    });
    stream?.on('end', () => gather(rest));
  }
  return child;
}

/** Folders of programs and of databases, where no log is. */
const WITHOUT_LOGS = new Set(['node_modules', 'data']);

/** Keeps the lines of the log files in a folder, also of rotated ones: the embedded start and SVC_LOG_FILE write there. */
export function gatherFiles(folder: string, depth = 3): void {
  if (process.env[LOGGED_VARIABLE] === undefined || !existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && !WITHOUT_LOGS.has(entry.name)) gatherFiles(path, depth - 1);
    else if (entry.isFile() && /\.log(\.\d+)?$/.test(entry.name)) gather(readFileSync(path, 'utf8'));
  }
}

/** What must be in no line, by what it is. Test passwords are spelled as tests spell them. */
const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ['a JSON web token', /eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a password of a test', /correct horse battery|hunter2/i],
  ['a hash of a password', /\$(?:2[aby]|argon2\w*|fbscrypt)\$/],
  ['the token of a link', /\b[0-9a-f]{56}\b/],
  ['a refresh token', /(?<![\w-])AQ[\w-]{78}(?![\w-])/],
  ['a long token', /(?<![\w/.-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=(?:[\w-]*\d){3})[\w-]{40,}(?![\w/.-])/],
  ['a query string', /[?&][\w.[\]-]+=(?!\*\*\*)[^\s&"\\]/],
  ['an Authorization header', /\b(?:Bearer|Basic) +[\w.~+/-]{8,}/],
  ['a cookie', /\bset-cookie\b|(?<![\w-])cookies?\\?["']?\s*[:=]/i],
  [
    'a member with a secret',
    /"(?:password|current_password|access_token|refresh_token|token|token_hash|secret|code_verifier|captcha_token|provider_token)":"/,
  ],
  // A SQLSTATE has five characters, and other codes are words.
  ['a code', /"(?:code|otp|nonce)":"\d{6,10}"/],
  [
    'a code in a sentence',
    /\b(?:code|otp|passcode|pin)\b(?:[:=]| is| was)?[ "'\\]{1,4}\d{6,10}\b|\b\d{6,10} is your\b/i,
  ],
  ['the signing key of the tests', new RegExp(JWT_SECRET)],
  ['the pepper of the tests', new RegExp(String(PEPPER.split(':')[1]).replace(/[+/=]/g, '\\$&'))],
  ['a component twice', /"component":".*"component":"/],
  ['a password in a URL of the database', /postgres(?:ql)?:\/\/[^:@\s"]+:[^@\s"*]+@/],
];

export interface Leak {
  what: string;
  /** Where it stands, without it. */
  line: string;
}

/** The number of a page, which an answer and its line repeat: what fuzzing sends there, and nobody's secret. */
const REPEATED = /(?<=strconv\.ParseUint: parsing \\").*?(?=\\": (?:invalid syntax|value out of range))/g;

/** Every line of a text that holds what it must not; `told` are secrets of those whose lines these are. */
export function leaksIn(text: string, told: Told = sorted([])): Leak[] {
  const lines = text.split('\n').map((line) => line.replace(REPEATED, '…'));
  return lines.flatMap((line) => [
    ...FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what, pattern]) => ({
      what,
      line: line.replace(new RegExp(pattern, `g${pattern.flags}`), '…').slice(0, 300),
    })),
    ...toldIn(line, told).map((secret) => ({
      what: 'a secret that a test has sent or was told',
      line: line.replaceAll(secret, '…').slice(0, 300),
    })),
  ]);
}

/** Of a run's folder, where each file of a process has one of its own: how many lines there are, and what leaked. */
export function readLogged(folder: string): { lines: number; leaks: Leak[] } {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.log'));
  const texts = files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const lines = texts.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
  const leaks = texts.flatMap(([file, text]) => leaksIn(text, readTold(folder, file.replace(/\.log$/, ''))));
  return { lines, leaks };
}
