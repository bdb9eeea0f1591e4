// Converts expected errors to messages for the terminal.
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { DatabaseUrlError } from '../../core/database/url.ts';
import { SettingsError } from '../../core/settings/reading.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { EngineUnusableError } from '../../gateway/server/types.ts';

/** Returns the message of an expected error. Returns null for other errors, whose stack is printed. */
export function expectedErrorMessage(error: unknown): string | null {
  if (error instanceof SettingsError) {
    return [
      'Postern cannot start; these settings are missing or malformed:',
      ...error.problems.map((p) => `  ${p}`),
    ].join('\n');
  }
  if (error instanceof CommandError || error instanceof MigrationRefusedError || error instanceof EngineUnusableError)
    return error.message;
  if (error instanceof DatabaseUrlError) return `The database URL cannot be read: ${error.message}`;
  const { code, port, address } = (error ?? {}) as { code?: unknown; port?: unknown; address?: unknown };
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use by another program; choose another with PORT.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${String(port)} needs more rights; choose one above 1023 with PORT.`;
  if (code === 'ECONNREFUSED') return `The database at ${String(address)}:${String(port)} refuses connections.`;
  return null;
}
