// Calls functions of the admin API from the command line, as the role auth_admin.
import { userInfo } from 'node:os';
import { quoteIdentifier } from '../../core/database/names.ts';
import { RELEASE } from '../../core/database/release.ts';
import type { Settings } from '../../core/settings/table.ts';
import { READ_FUNCTION_ARGUMENTS, WRITE_FUNCTION_ARGUMENTS } from '../../core/surface_context.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatPairs } from '../../core/terminal/output.ts';
import { toWireUser } from '../../core/wire_user.ts';
import { statementText } from '../../gateway/database/call.ts';
import { FUNCTIONS as OF_GATEWAY } from '../../gateway/routes/generated/functions.ts';
import { openPool } from '../../install/pool.ts';
import { FUNCTIONS as OF_WORKER } from '../../worker/generated/functions.ts';

export { READ_FUNCTION_ARGUMENTS as CONTEXT, WRITE_FUNCTION_ARGUMENTS as CHANGING };

export type AdminResult = Record<string, unknown>;

const FUNCTIONS = { ...OF_GATEWAY, ...OF_WORKER };
type FunctionName = keyof typeof FUNCTIONS;

export interface Admin {
  /**
   * Calls a SQL function. If `args` has a parameter `claims`, `settings` or `client` without a value, adds the value.
   * Throws a CommandError if the function returns an error.
   */
  call(name: FunctionName, args: Record<string, unknown>): Promise<AdminResult>;
  warnings: string[];
  close(): Promise<void>;
}

/** Settings that only a gateway computes. */
export interface GatewaySettings {
  readonly sealing_key_id?: number;
}

/** Returns the settings that a function reads. Throws if one is missing that only a gateway computes. */
function settingsOfFunction(name: FunctionName, settings: Settings & GatewaySettings): object {
  const read: readonly string[] = FUNCTIONS[name].settings;
  const unknown = read.filter((key) => !(key in settings));
  if (unknown.length > 0) throw new Error(`auth_api.${name} reads ${unknown.join()}, which only a gateway knows`);
  return Object.fromEntries(read.map((key) => [key, settings[key as keyof Settings]]));
}

/** Connects as auth_admin, runs the work and disconnects. */
export async function withAdmin<T>(
  settings: Settings & GatewaySettings,
  work: (admin: Admin) => Promise<T>,
  o: { statement_timeout?: string } = {},
): Promise<T> {
  const admin = await openAdmin(settings, o);
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function openAdmin(settings: Settings & GatewaySettings, o: { statement_timeout?: string }): Promise<Admin> {
  const pool = await openPool(settings, 'admin');
  // The pool has one connection, so the timeout applies to all calls.
  if (o.statement_timeout) await pool.sql`select set_config('statement_timeout', ${o.statement_timeout}, false)`;
  const context: Record<string, unknown> = {
    // The claims contain no session and no user, so audit entries record the role.
    claims: { role: settings.jwt_admin_roles[0] ?? 'service_role' },
    client: { user_agent: `postern/${RELEASE.version} command line, ${operatingSystemUser()}` },
  };
  return {
    warnings: pool.warnings,
    close: pool.close,
    async call(name, args) {
      const names = Object.keys(args);
      // Cast to json, because a function may return json, jsonb or text.
      const text = `select asked.answer::json from (${statementText(quoteIdentifier(pool.api), name, names)}) as asked`;
      const own: Record<string, unknown> = { ...context, settings: settingsOfFunction(name, settings) };
      const values = names.map((key) => (args[key] === undefined ? own[key] : args[key]) ?? null);
      const [row] = await pool.sql.unsafe<{ answer: AdminResult }[]>(text, values as never[]);
      const answer = row?.answer ?? {};
      const refused = answer.refused as { code: string; message: string } | undefined;
      if (refused !== undefined) throw new CommandError(`${refused.message} (${refused.code})`, { code: refused.code });
      return 'identities' in answer ? toWireUser(answer) : answer;
    },
  };
}

function operatingSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'an account without a name'; // a container's user id without a passwd entry
  }
}

/** Finds a user by id, e-mail address or phone number. */
export function findUser(admin: Admin, who: string): Promise<AdminResult> {
  const is_id = /^(urn:uuid:)?\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(who);
  return is_id
    ? admin.call('get_user_by_id', { ...READ_FUNCTION_ARGUMENTS, user_id: who })
    : admin.call('find_user_by_address', { ...READ_FUNCTION_ARGUMENTS, address: who });
}

/** Returns the word `user` with the id and the addresses of a user, for messages. */
export function displayNameOfUser(user: AdminResult): string {
  const address = [user.email, user.phone].filter((text) => text !== '' && text !== undefined).join(', ');
  return formatPairs({ user: `${String(user.id)}${address === '' ? '' : ` (${address})`}` }).replace(
    /^user +/,
    'user ',
  );
}

/** Help text for the argument of findUser(). */
export const USER_ARGUMENT_HELP = 'id, e-mail address or phone number';
