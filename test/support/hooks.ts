// Functions of an operator that a test's gateway calls as hooks.
import type { TestDatabase } from './db.ts';
import { LAYOUT } from './layout.ts';

/** What a hook is that changes nothing. */
const HARMLESS: Readonly<Record<string, string>> = {
  custom_access_token: `return jsonb_build_object('claims', event -> 'claims');`,
  before_user_created: `return '{}';`,
  after_user_created: `return '{}';`,
  password_verification_attempt: `return '{"decision": "continue"}';`,
  mfa_verification_attempt: `return '{"decision": "continue"}';`,
  send_email: `return '{}';`,
  send_sms: `return '{}';`,
};

/** The settings of hooks that are functions app.<name>. */
export function functionHooks(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`SVC_HOOK_${name.toUpperCase()}_ENABLED`, 'true'],
      [`SVC_HOOK_${name.toUpperCase()}_URI`, `pg-functions://postgres/app/${name}`],
    ]),
  );
}

export const SECRET = `v1,whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** What docs/hooks.md has an operator run where a pooler drops the limit that gateway and worker ask for. */
export async function limitFunctions(db: TestDatabase): Promise<void> {
  if (LAYOUT.pooler === null) return;
  for (const role of ['auth_gateway', 'auth_admin', 'auth_worker'])
    await db.sql.unsafe(`alter role ${role} in database ${db.name} set statement_timeout = '2s'`);
}

/** The settings of hooks that one server answers. */
export function serverHooks(url: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`SVC_HOOK_${name.toUpperCase()}_ENABLED`, 'true'],
      [`SVC_HOOK_${name.toUpperCase()}_URI`, `${url}/${name}`],
      [`SVC_HOOK_${name.toUpperCase()}_SECRETS`, SECRET],
    ]),
  );
}

/** Makes the schema app, and a table there in which hooks may write. */
export async function createApp(db: TestDatabase): Promise<void> {
  await db.sql.unsafe(`
    create schema app;
    create table app.notes (note text);
    grant usage on schema app to auth_hooks;
    grant select, insert on app.notes to auth_hooks;
  `);
  await limitFunctions(db);
  for (const name of Object.keys(HARMLESS)) await defineHook(db, name);
}

/** Makes app.<name> what the body says, or harmless. */
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
