// What the readers of files make of each user in them.

/** Columns of CSV and members of JSON, in the order of an export. */
export const COLUMNS = [
  'id',
  'aud',
  'role',
  'email',
  'phone',
  'email_confirmed_at',
  'phone_confirmed_at',
  'invited_at',
  'last_sign_in_at',
  'banned_until',
  'created_at',
  'is_anonymous',
  'user_metadata',
  'app_metadata',
  'identities',
  'password_hash',
] as const;

/** What an import takes beside those. */
export const SHORTHANDS = ['email_confirm', 'phone_confirm', 'ban_duration'] as const;

/** In a file of rejected users: why; not looked at when that is imported. */
export const REASON = 'import_error';

export interface Row {
  /** Where it begins; the first is 1. */
  line: number;
  /** The user as JSON: the numbers in metadata stay as they were written. */
  json: string;
  /** What is wrong with it before SQL is asked. */
  fault?: Fault;
  /** The row for the file of rejected ones. */
  again(reason: string): string;
}

export interface Fault {
  column?: string;
  message: string;
}

export interface Reader {
  rows: AsyncIterable<Row>;
  /** The first line of a file of rejected rows. Known once the first row is read. */
  heading(): string;
}
