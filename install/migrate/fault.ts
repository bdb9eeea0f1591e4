// Reads database errors. Separate from connection.ts, which loads a driver.

/** Returns the SQLSTATE of an error, or ''. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Returns the first line of an error's message, to which @databases/pg appends the statement. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
