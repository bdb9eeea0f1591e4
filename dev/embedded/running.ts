// Finds the embedded database for other commands: its secrets and, while `postern start` runs, its URLs.
import { existsSync } from 'node:fs';
import { isRunning, readPostmaster, SUPERUSER } from './cluster.ts';
import { type DataFolder, readSecrets, type Secrets } from './folder.ts';
import { DATABASE } from './postgres.ts';
import type { StartedDatabase } from './settings.ts';

/** Reads the secrets of a data folder; null if it has none. */
export function readExistingSecrets(folder: DataFolder): Secrets | null {
  return existsSync(folder.secrets_file) ? readSecrets(folder) : null;
}

/** Returns secrets and URLs of a running database; null if it is not running. */
export function findRunningEmbedded(folder: DataFolder, role_prefix: string): StartedDatabase | null {
  const secrets = readExistingSecrets(folder);
  const postmaster = readPostmaster(folder.data);
  if (secrets === null || postmaster === null || !postmaster.ready || !isRunning(postmaster.pid)) return null;
  const address = (user: string, password: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${postmaster.port}/${DATABASE}`;
  return {
    secrets,
    url: (role) =>
      role === 'migrate'
        ? address(SUPERUSER, secrets.superuser_password)
        : address(`${role_prefix}_${role}`, secrets.role_passwords[role]),
  };
}
