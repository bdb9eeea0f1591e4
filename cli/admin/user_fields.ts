// Command line options for the fields of a user.
import type { Command } from 'commander';
import { parseJsonObjectOrNull } from '../../core/json_object.ts';
import { readSecret } from '../../core/terminal/ask.ts';
import { UsageError } from '../../core/terminal/errors.ts';

export interface UserFields {
  id?: string;
  email?: string;
  phone?: string;
  role?: string;
  aud?: string;
  confirm?: boolean;
  userMetadata?: string;
  appMetadata?: string;
  ban?: string;
  passwordStdin?: boolean;
  passwordHashStdin?: boolean;
}

/** Adds the options that `user create` and `user update` share. */
export function withFields(command: Command): Command {
  return command
    .option('--email <address>', 'e-mail address')
    .option('--phone <number>', 'phone number')
    .option('--role <role>', 'role; default: the configured one')
    .option('--confirm', 'mark the addresses as confirmed')
    .option('--user-metadata <json>', 'user metadata as a JSON object; null deletes a key')
    .option('--app-metadata <json>', 'app metadata as a JSON object; null deletes a key')
    .option('--password-stdin', 'read the password from standard input instead of POSTERN_USER_PASSWORD');
}

export interface UserValues {
  password: string | null;
  hash: string | null;
  user_metadata: object | null;
  app_metadata: object | null;
}

export async function readFields(fields: UserFields): Promise<UserValues> {
  if (fields.passwordStdin && fields.passwordHashStdin) {
    throw new UsageError('--password-stdin and --password-hash-stdin cannot be used together');
  }
  const metadata = { user_metadata: readObject(fields.userMetadata), app_metadata: readObject(fields.appMetadata) };
  const password = fields.passwordStdin ? await readSecret('Password') : (process.env.POSTERN_USER_PASSWORD ?? null);
  const hash = fields.passwordHashStdin ? await readSecret('Password hash') : null;
  return { password: hash === null ? password : null, hash, ...metadata };
}

function readObject(text: string | undefined): object | null {
  if (text === undefined) return null;
  const value = parseJsonObjectOrNull(text);
  if (value !== null) return value;
  throw new UsageError('metadata must be a JSON object, such as \'{"plan":"pro"}\'');
}
