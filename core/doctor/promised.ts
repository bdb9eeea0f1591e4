// Columns of users that applications may read. Also used by the import, which needs nothing else of doctor.

/** Columns of users that applications may read according to docs/for-dbas.md. A DBA may grant them. */
export const PROMISED_COLUMNS: readonly string[] = [
  'id',
  'aud',
  'role',
  'email',
  'phone',
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'invited_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'banned_until',
  'deleted_at',
  'is_anonymous',
  'is_sso_user',
  'encrypted_password',
  'created_at',
  'updated_at',
];
