// What the tests of doctor share: a finding as --json prints it, and how its statements are run.
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
