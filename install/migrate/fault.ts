// What an error of the database says of itself. Apart from the connection, which loads a driver.

/** SQLSTATE of an error, or ''. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** The first line of an error's message: @databases/pg appends the statement. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
