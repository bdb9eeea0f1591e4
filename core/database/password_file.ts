// Reads libpq's password file. Its lines are host:port:database:user:password, and the first match is used.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

interface PasswordQuery {
  /** Path of the file; '' for the default location. */
  file: string;
  env: Readonly<Record<string, string | undefined>>;
  hosts: readonly string[];
  ports: readonly number[];
  database: string;
  user: string;
  warnings: string[];
}

/**
 * Returns the password for the first host that has a line, or ''. As in libpq, a file with group or world access is
 * ignored, except on Windows.
 */
export function readPasswordFile(wanted: PasswordQuery): string {
  const { env, warnings } = wanted;
  const usual =
    process.platform === 'win32'
      ? join(env.APPDATA ?? '', 'postgresql', 'pgpass.conf')
      : join(env.HOME || homedir(), '.pgpass');
  const file = wanted.file || usual;
  const text = readIfPrivate(file, warnings);
  if (text === null) return '';
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  for (const [index, host] of wanted.hosts.entries()) {
    const asked = [
      host.startsWith('/') ? 'localhost' : host,
      String(wanted.ports[index]),
      wanted.database,
      wanted.user,
    ];
    for (const line of lines) {
      const fields = splitFields(line);
      if (asked.every((value, field) => fields[field] === '*' || fields[field] === value)) return fields[4] ?? '';
    }
  }
  return '';
}

function readIfPrivate(file: string, warnings: string[]): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isFile()) {
    warnings.push(`password file "${file}" is not a plain file and is not used`);
    return null;
  }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    warnings.push(`password file "${file}" has group or world access and is not used; its mode should be 0600`);
    return null;
  }
  return readFileSync(file, 'utf8');
}

/**
 * Splits a line at its first four ":". The rest is the password. A backslash makes the next character literal in all
 * fields.
 */
function splitFields(line: string): string[] {
  const fields: string[] = [''];
  for (let at = 0; at < line.length; at++) {
    const last = fields.length - 1;
    const character = line[at] ?? '';
    if (character === '\\' && at + 1 < line.length) fields[last] += line[++at] ?? '';
    else if (character === ':' && fields.length < 5) fields.push('');
    else fields[last] += character;
  }
  return fields;
}
