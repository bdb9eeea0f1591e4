// Helpers of doctor's tests: a finding as --json prints it, and a way to run its statements.
import type { Sql } from 'postgres';

export interface Found {
  check: string;
  finding: string;
  sql: string[];
  advice: string | null;
}

/** Runs statements one by one on one connection, as psql would. */
export async function runEach(sql: Sql, statements: readonly string[]): Promise<void> {
  const connection = await sql.reserve();
  try {
    for (const statement of statements) await connection.unsafe(statement);
  } finally {
    await connection.unsafe('reset role');
    connection.release();
  }
}
