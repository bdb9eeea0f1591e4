// A user of an import file.

/** CSV columns and JSON members, in the order of an export. */
export const USER_COLUMNS = [
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
  'deprovisioned_at',
  'created_at',
  'is_anonymous',
  'is_sso_user',
  'user_metadata',
  'app_metadata',
  'identities',
  'password_hash',
] as const;

/** Additional columns that an import accepts. */
export const ADDITIONAL_COLUMNS = ['email_confirm', 'phone_confirm', 'ban_duration'] as const;

/** Column with the reason in a file of rejected users. An import ignores it. */
export const REASON_COLUMN = 'import_error';

export interface UserRow {
  /** Number of the user's first line, from 1. */
  line: number;
  /** The user as JSON text. Numbers in metadata keep their digits. */
  json: string;
  /** Error that was found before the SQL call. */
  fault?: RowError;
  /** Returns the row for the file of rejected users. */
  again(reason: string): string;
}

export interface RowError {
  column?: string;
  message: string;
}

export interface UserReader {
  rows: AsyncIterable<UserRow>;
  /** Returns the first line of the file of rejected users; '' for JSON. Available after the first row was read. */
  heading(): string;
}
