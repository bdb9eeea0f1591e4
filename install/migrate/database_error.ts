// Parses database errors. Separate from connection.ts, which loads a driver.

/** Returns the SQLSTATE of an error, or ''. */
export function readSqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Returns the first line of an error's message. @databases/pg appends the statement in further lines. */
export function firstErrorLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** Returns advice for a failed connection to the database, by its error code. */
export function connectionAdvice(code: string): string {
  if (code.startsWith('28')) return 'Check the user and the password in the database URL.';
  if (code === '3D000') return 'Create the database, or name another one in the database URL.';
  if (code === '53300') return 'Close other connections, or raise max_connections.';
  if (code.startsWith('57P0')) return 'Postgres starts or stops: run the command again in a moment.';
  return 'Check host and port in the database URL, and that Postgres runs there.';
}
