// Collects the log lines of all processes of a test run, and searches them for leaked secrets: texts that look like
// secrets, and the secrets that test processes have exchanged with their servers (sent_secrets.ts).
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { JWT_SECRET, PEPPER } from './keys.ts';
import { findSecretsInLine, groupSecrets, type KnownSecrets, LOGGED_VARIABLE, readSecrets } from './sent_secrets.ts';

export { LOGGED_VARIABLE };

/** Start of a log line. Other output of commands is not a log. */
const LINE = /^\{"level":"(?:panic|fatal|error|warning|info|debug|trace)",/;

/** Appends the log lines of a process's output to the files that are searched for secrets. */
export function keepLogLines(text: string): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder === undefined) return;
  const kept = text.split('\n').filter((line) => LINE.test(line));
  if (kept.length > 0) appendFileSync(join(folder, `${process.pid}.log`), `${kept.join('\n')}\n`);
}

/** Stores a line that is searched like a log line. */
export function keepLogLine(line: string): void {
  const folder = process.env[LOGGED_VARIABLE];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.log`), `${line}\n`);
}

/** Stores the log lines of a child process, whose output arrives in chunks. */
export function keepLogLinesOf<T extends Pick<ChildProcess, 'stdout' | 'stderr'>>(child: T): T {
  for (const stream of [child.stdout, child.stderr]) {
    // Each stream has its own incomplete character and line, which its next chunk completes.
    const decoder = new StringDecoder('utf8');
    let rest = '';
    stream?.on('data', (chunk: Buffer | string) => {
      const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
      rest = lines.pop() ?? '';
      keepLogLines(lines.join('\n'));
    });
    stream?.on('end', () => keepLogLines(rest));
  }
  return child;
}

/** Folders of programs and databases, which contain no logs. */
const WITHOUT_LOGS = new Set(['node_modules', 'data']);

/**
 * Stores the lines of the log files in a folder, including rotated files. The embedded start and SVC_LOG_FILE create
 * such files.
 */
export function keepLogFiles(folder: string, depth = 3): void {
  if (process.env[LOGGED_VARIABLE] === undefined || !existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && !WITHOUT_LOGS.has(entry.name)) keepLogFiles(path, depth - 1);
    else if (entry.isFile() && /\.log(\.\d+)?$/.test(entry.name)) keepLogLines(readFileSync(path, 'utf8'));
  }
}

/** Patterns that no log line may match, with their names. The passwords are those that tests use. */
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
  // Quoted strings of 6 to 10 digits are one-time codes. A SQLSTATE has five characters, and error codes are words.
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
  /** Log line with the secret removed. */
  line: string;
}

/**
 * Invalid page numbers, which the error message repeats. They are not secrets: fuzzing sends arbitrary values as page
 * numbers.
 */
const REPEATED = /(?<=strconv\.ParseUint: parsing \\").*?(?=\\": (?:invalid syntax|value out of range))/g;

/**
 * Returns the leaks in a text: the kind of each secret, and its line with the secret masked. `known_secrets` are the
 * secrets of the process that wrote the text.
 */
export function findLeaks(text: string, known_secrets: KnownSecrets = groupSecrets([])): Leak[] {
  const lines = text.split('\n').map((line) => line.replace(REPEATED, '…'));
  return lines.flatMap((line) => [
    ...FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what, pattern]) => ({
      what,
      line: line.replace(new RegExp(pattern, `g${pattern.flags}`), '…').slice(0, 300),
    })),
    ...findSecretsInLine(line, known_secrets).map((secret) => ({
      what: 'a secret that a test has sent or was told',
      line: line.replaceAll(secret, '…').slice(0, 300),
    })),
  ]);
}

/** Searches a run's folder with one file per process. Returns the number of lines and the leaks. */
export function searchLogs(folder: string): { lines: number; leaks: Leak[] } {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.log'));
  const texts = files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
  const lines = texts.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
  const leaks = texts.flatMap(([file, text]) => findLeaks(text, readSecrets(folder, file.replace(/\.log$/, ''))));
  return { lines, leaks };
}
