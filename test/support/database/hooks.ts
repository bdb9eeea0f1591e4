// Hook functions and hook settings for gateways under test.
import type { TestDatabase } from './db.ts';
import { LAYOUT } from './layout.ts';

/** Function bodies by hook name. These hooks change nothing. */
const HARMLESS: Readonly<Record<string, string>> = {
  custom_access_token: `return jsonb_build_object('claims', event -> 'claims');`,
  before_user_created: `return '{}';`,
  after_user_created: `return '{}';`,
  password_verification_attempt: `return '{"decision": "continue"}';`,
  mfa_verification_attempt: `return '{"decision": "continue"}';`,
  merge_users: `return '{}';`,
  send_email: `return '{}';`,
  send_sms: `return '{}';`,
};

/** Returns settings that configure the SQL functions app.<name> as hooks. */
export function functionHookSettings(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`SVC_HOOK_${name.toUpperCase()}_ENABLED`, 'true'],
      [`SVC_HOOK_${name.toUpperCase()}_URI`, `pg-functions://postgres/app/${name}`],
    ]),
  );
}

export const HOOK_SECRET = `v1,whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/**
 * Limits the run time of statements, and so of hook functions, as docs/hooks.md describes, if the layout has a pooler.
 * A pooler may drop the statement_timeout that gateway and worker request.
 */
export async function limitHookRunTime(db: TestDatabase): Promise<void> {
  if (LAYOUT.pooler === null) return;
  for (const role of ['auth_gateway', 'auth_admin', 'auth_worker'])
    await db.sql.unsafe(`alter role ${role} in database ${db.name} set statement_timeout = '2s'`);
}

/** Returns settings that configure one HTTP server for several hooks. */
export function serverHookSettings(url: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`SVC_HOOK_${name.toUpperCase()}_ENABLED`, 'true'],
      [`SVC_HOOK_${name.toUpperCase()}_URI`, `${url}/${name}`],
      [`SVC_HOOK_${name.toUpperCase()}_SECRETS`, HOOK_SECRET],
    ]),
  );
}

/**
 * Creates the schema `app`, a table to which hooks may write, and a hook function of each kind that changes nothing.
 */
export async function createHookSchema(db: TestDatabase): Promise<void> {
  await db.sql.unsafe(`
    create schema app;
    create table app.notes (note text);
    grant usage on schema app to auth_hooks;
    grant select, insert on app.notes to auth_hooks;
  `);
  await limitHookRunTime(db);
  for (const name of Object.keys(HARMLESS)) await defineHook(db, name);
}

/** Creates the hook function app.<name>. Its default body changes nothing. */
export async function defineHook(
  db: TestDatabase,
  name: string,
  body = HARMLESS[name] ?? '',
  declare = '',
): Promise<void> {
  await db.sql.unsafe(`
    create or replace function app.${name}(event jsonb) returns jsonb language plpgsql as $hook$
    declare ${declare} begin ${body} end $hook$;
    revoke execute on function app.${name} from public;
    grant execute on function app.${name} to auth_hooks;
  `);
}
