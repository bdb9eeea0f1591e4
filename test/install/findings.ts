// Helpers for tests of doctor: a finding as --json prints it, and a function that runs its statements.
import type { Sql } from 'postgres';

export interface DoctorFinding {
  check: string;
  finding: string;
  sql: string[];
  advice: string | null;
}

/** Runs statements one by one on one connection, as psql would. */
export async function runStatements(sql: Sql, statements: readonly string[]): Promise<void> {
  const connection = await sql.reserve();
  try {
    for (const statement of statements) await connection.unsafe(statement);
  } finally {
    await connection.unsafe('reset role');
    connection.release();
  }
}
