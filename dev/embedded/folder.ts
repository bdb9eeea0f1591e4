// The folder of the embedded start (SVC_DATA_DIR). It contains everything that must survive a restart: database,
// secrets, logs.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../../core/terminal/errors.ts';
import { findServerAccount } from './binaries.ts';

export interface DataFolder {
  path: string;
  /** Data folder of Postgres. */
  data: string;
  secrets_file: string;
  postgres_log: string;
  log_file: string;
}

/** Secrets of the embedded start. If they are lost, the database is inaccessible and all tokens are invalid. */
export interface Secrets {
  jwt_secret: string;
  /** Key ring in the format of SECURITY_PEPPER. */
  security_pepper: string;
  superuser_password: string;
  role_passwords: Record<'gateway' | 'admin' | 'worker' | 'auditor', string>;
}

/** Returns the paths without accessing the disk. */
export function folderPaths(dir: string): DataFolder {
  const path = resolve(dir);
  return {
    path,
    data: join(path, 'data'),
    secrets_file: join(path, 'secrets.json'),
    postgres_log: join(path, 'postgres.log'),
    log_file: join(path, 'postern.log'),
  };
}

/** Creates the folder if it is missing, and sets its mode. */
export function createDataFolder(folder: DataFolder): void {
  // If this process is root, Postgres runs as another operating-system user, who must be able to enter the folder.
  // Other users can then enter it too, but the modes of its files deny them access.
  const mode = findServerAccount() === null ? 0o700 : 0o711;
  withDiskErrors(folder.path, () => {
    mkdirSync(folder.path, { recursive: true });
    if ((statSync(folder.path).mode & 0o777) !== mode) chmodSync(folder.path, mode);
  });
}

/** Reads the secrets. Generates them on the first start. */
export function readSecrets(folder: DataFolder): Secrets {
  if (!existsSync(folder.secrets_file)) {
    if (existsSync(folder.data)) {
      throw new CommandError(
        `${folder.secrets_file} is missing, but the database beside it needs its passwords. ` +
          `Restore the file, or move ${folder.path} away to start with no users.`,
      );
    }
    withDiskErrors(folder.path, () =>
      createFileOnce(folder.secrets_file, `${JSON.stringify(generateSecrets(), null, 2)}\n`),
    );
  }
  const secrets = parseSecrets(readFileSync(folder.secrets_file, 'utf8'));
  if (secrets === null) {
    throw new CommandError(`${folder.secrets_file} is damaged. Restore it from a backup, or move ${folder.path} away.`);
  }
  return secrets;
}

function generateSecrets(): Secrets {
  const word = () => randomBytes(24).toString('base64url');
  return {
    jwt_secret: randomBytes(48).toString('base64url'),
    security_pepper: `1:${randomBytes(32).toString('base64')}`,
    superuser_password: word(),
    role_passwords: { gateway: word(), admin: word(), worker: word(), auditor: word() },
  };
}

function parseSecrets(text: string): Secrets | null {
  let read: Partial<Secrets> | null;
  try {
    read = JSON.parse(text) as Partial<Secrets> | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const roles: Partial<Secrets['role_passwords']> = read?.role_passwords ?? {};
  const words = [read?.jwt_secret, read?.security_pepper, read?.superuser_password];
  words.push(roles.gateway, roles.admin, roles.worker, roles.auditor);
  return words.every((word) => typeof word === 'string' && word !== '') ? (read as Secrets) : null;
}

/**
 * Creates a file atomically. Returns false and keeps the file if it exists, so that two concurrent first starts use the
 * same one.
 */
export function createFileOnce(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Throws a CommandError if the data folder was made by another Postgres version or not by Postgres. */
export function checkPostgresVersion(folder: DataFolder, major: string): void {
  const path = join(folder.data, 'PG_VERSION');
  if (!existsSync(folder.data)) return;
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (found === major) return;
  const what = found === '' ? 'is not a Postgres data folder' : `was made by Postgres ${found}`;
  throw new CommandError(
    `${folder.data} ${what}; this Postern has Postgres ${major} and does not change it. ` +
      'Set SVC_DATA_DIR to another folder, or move this one away to start with no users.',
  );
}

/** Runs file operations. Converts their errors to CommandErrors, with advice for the usual ones. */
export function withDiskErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const sentence: Record<string, string> = {
      ENOSPC: `The disk is full: nothing can be written to ${path}. Free some space and start again.`,
      EDQUOT: `The disk quota is used up: nothing can be written to ${path}. Free some space and start again.`,
      EACCES: `${path} is not writable for this user. Set SVC_DATA_DIR to a folder that is.`,
      EPERM: `${path} is not writable for this user. Set SVC_DATA_DIR to a folder that is.`,
      EROFS: `${path} is on a read-only disk. Set SVC_DATA_DIR to a folder that can be written.`,
      ENOTDIR: `${path} is not a folder. Set SVC_DATA_DIR to one.`,
      EEXIST: `${path} is not a folder. Set SVC_DATA_DIR to one.`,
    };
    throw new CommandError(sentence[code ?? ''] ?? `${path} cannot be used: ${message}`, { cause: error });
  }
}
