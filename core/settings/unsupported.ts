// Settings of supabase/auth that have no effect here. The start warns about them. The names have no prefix SVC_ or
// GOTRUE_. A trailing * matches every name with that prefix.
const NAMES = [
  // Features that do not exist.
  'PASSWORD_HIBP_BLOOM_*',
  'EXPERIMENTAL_CURSOR_PAGINATION_ENABLED INDEX_WORKER_* SECURITY_DB_ENCRYPTION_*',
  // Sessions and passwords.
  'SECURITY_REFRESH_TOKEN_ALLOW_REUSE',
  'SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE',
  // Mails and SMS.
  'MAILER_EMAIL_VALIDATION_SERVICE_* MAILER_EMAIL_BACKGROUND_SENDING EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES',
  'SMTP_LOGGING_ENABLED',
  // Process, database and telemetry.
  'DB_MAX_IDLE_POOL_SIZE DB_CONN_MAX_LIFETIME DB_CONN_MAX_IDLE_TIME DB_CONN_PERCENTAGE DB_HEALTH_CHECK_PERIOD',
  'DB_MIGRATIONS_PATH DB_CLEANUP_ENABLED AUDIT_LOG_DISABLE_POSTGRES OPERATOR_TOKEN RELOADING_* PROFILER_*',
  'API_ENDPOINT DB_ADVISOR_* TRACING_HOST TRACING_PORT TRACING_SERVICE_NAME TRACING_TAGS',
  'LOG_SQL LOG_FIELDS LOG_DISABLE_COLORS LOG_QUOTE_EMPTY_FIELDS LOG_TSFORMAT',
];

const UNBUILT: readonly string[] = NAMES.flatMap((line) => line.split(' '));

/** Returns true if a variable is a setting of supabase/auth that this release does not support. */
export function isUnsupportedSetting(variable: string): boolean {
  const name = variable.replace(/^(SVC|GOTRUE)_/, '');
  if (name === variable) return false;
  const setting = name.replace(/_FILE$/, '');
  return UNBUILT.some((known) => (known.endsWith('*') ? setting.startsWith(known.slice(0, -1)) : setting === known));
}
