// The rights on SQL functions equal grants.sql. Each function has one file and the security attributes of its kind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CALLERS = ['auth_gateway', 'auth_admin', 'auth_worker', 'auth_auditor', 'public'] as const;

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

interface SqlRoutine {
  signature: string;
  schema: string;
  name: string;
  owner: string;
  definer: boolean;
  config: string[] | null;
  comment: string | null;
  language: string;
}

async function listRoutines(schema: string): Promise<SqlRoutine[]> {
  return db.sql<SqlRoutine[]>`
    select p.oid::regprocedure::text as signature, p.pronamespace::regnamespace::text as schema, p.proname::text as name,
      p.proowner::regrole::text as owner, p.prosecdef as definer, p.proconfig as config,
      obj_description(p.oid, 'pg_proc') as comment, l.lanname as language
    from pg_proc as p join pg_language as l on l.oid = p.prolang
    where p.pronamespace = ${schema}::regnamespace order by 1`;
}

/**
 * Returns the file that defines each function, as a path below sql/. Reads sql/lib, sql/api, hooks.sql and
 * triggers.sql.
 */
function filesByFunction(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of ['lib', 'api']) {
    const entries = readdirSync(join(ROOT, 'sql', folder), { recursive: true, encoding: 'utf8' });
    const paths = entries.filter((name) => name.endsWith('.sql')).map((name) => `${folder}/${name}`);
    for (const path of folder === 'lib' ? [...paths, 'hooks.sql', 'triggers.sql'] : paths) {
      const text = readFileSync(join(ROOT, 'sql', path), 'utf8');
      for (const [, name = ''] of text.matchAll(/^create function (\w+\.\w+)\(/gm)) {
        assert.not(found.has(name), `${name} stands in ${path} and in ${found.get(name)}`);
        found.set(name, path.replaceAll('\\', '/'));
      }
    }
  }
  return found;
}

/** Returns the signatures that grants.sql grants to each caller, spelled as in the catalog. */
async function grantedSignatures(): Promise<Map<string, string[]>> {
  const text = readFileSync(join(ROOT, 'sql/grants.sql'), 'utf8').replaceAll(/--.*$/gm, '');
  const found = new Map<string, string[]>(CALLERS.map((caller) => [caller, []]));
  for (const statement of text.split(';')) {
    const [, what = '', callers = ''] = /grant execute on (.+) to (.+)$/s.exec(statement.trim()) ?? [];
    if (what === '') continue;
    const schema = /^all functions in schema (\w+)$/.exec(what)?.[1];
    const written = what.split(',').map((name) => name.replace('function', '').trim());
    const rows = schema
      ? await db.sql`select p.oid::regprocedure::text as name from pg_proc as p where p.pronamespace = ${schema}::regnamespace`
      : await db.sql`select w::regproc::regprocedure::text as name from unnest(${written}::text[]) as w`;
    assert.ok(rows.length > 0, `grants nothing: ${statement}`);
    for (const caller of callers.split(',')) found.get(caller.trim())?.push(...rows.map((row) => row.name as string));
  }
  return new Map([...found].map(([caller, names]) => [caller, [...new Set(names)].sort()]));
}

test('every function is defined in one file, and function names are unique', async () => {
  // Excludes error(), which is in errors.sql.
  const all = [...(await listRoutines('auth_lib')), ...(await listRoutines('auth_api'))].filter(
    ({ name }) => name !== 'error',
  );
  assert.equal(all.map(({ schema, name }) => `${schema}.${name}`).sort(), [...filesByFunction().keys()].sort());
});

test('only its story calls a private function in a story; shared functions are in a concept', async () => {
  const bodies = await db.sql<{ name: string; body: string }[]>`
    select p.pronamespace::regnamespace || '.' || p.proname as name, p.prosrc as body from pg_proc as p
    where p.pronamespace in ('auth_lib'::regnamespace, 'auth_api'::regnamespace)`;
  const place = filesByFunction();
  const faults: string[] = [];
  for (const [name, path] of place) {
    if (!name.startsWith('auth_lib.') || !path.startsWith('api/')) continue;
    const callers = bodies.filter(({ body }) => body.includes(`${name}(`)).map((caller) => String(caller.name));
    const elsewhere = callers.filter((caller) => place.get(caller) !== path);
    if (callers.length === 0) faults.push(`${name} is called by nothing`);
    if (elsewhere.length > 0) faults.push(`${name} of ${path} is called by ${elsewhere.join(', ')}`);
  }
  assert.equal(faults, []);
});

test('functions named check_ return an error or null and write nothing, directly or through calls', async () => {
  const all = await db.sql<{ name: string; body: string; result: string; writes: boolean }[]>`
    select p.proname::text as name, p.prosrc as body, p.prorettype::regtype::text as result, p.provolatile = 'v' as writes
    from pg_proc as p where p.pronamespace = 'auth_lib'::regnamespace`;
  const checks = all.filter(({ name }) => name.startsWith('check_'));
  assert.ok(checks.length > 15);
  for (const { name, body, result, writes } of checks) {
    assert.equal([name, result, writes], [name, 'jsonb', false]);
    const written = all.filter((other) => other.writes && body.includes(`auth_lib.${other.name}(`));
    assert.equal(
      written.map((other) => `${name} calls ${other.name}`),
      [],
    );
  }
});

test('every auth_api function has a comment, a grant line and a test at the mirrored path', async () => {
  const everybody = [...(await grantedSignatures()).values()].flat();
  const paths = filesByFunction();
  const faults: string[] = [];
  for (const routine of await listRoutines('auth_api')) {
    if ((routine.comment ?? '').length < 20) faults.push(`${routine.signature} has no comment`);
    if (!everybody.includes(routine.signature)) faults.push(`${routine.signature} is granted to nobody`);
    const path = `test/sql/${paths.get(`auth_api.${routine.name}`)?.replace('.sql', '.test.ts')}`;
    if (!existsSync(join(ROOT, path))) faults.push(`${path} is missing`);
  }
  assert.equal(faults, []);
});

/** Allowed settings of a SECURITY DEFINER function: the search_path alone, or with settings of the planner. */
const SETTINGS = new Set([
  'search_path=pg_catalog, pg_temp',
  'search_path=pg_catalog, pg_temp; plan_cache_mode=force_generic_plan',
  'search_path=pg_catalog, pg_temp; plan_cache_mode=force_generic_plan; enable_sort=off',
  'search_path=pg_catalog, pg_temp; plan_cache_mode=force_generic_plan; enable_sort=off; jit=off',
]);

/** Functions that run code of applications. They belong to roles of their own, not to auth_owner. */
const APART = [
  { name: 'auth_lib.run_deferred()', proconfig: ['search_path=pg_catalog, pg_temp'], owner: 'auth_triggers' },
  { name: 'auth_lib.run_delete(uuid)', proconfig: ['search_path=pg_catalog, pg_temp'], owner: 'auth_triggers' },
  {
    name: 'auth_lib.run_hook(text,text,jsonb)',
    proconfig: ['search_path=pg_catalog, pg_temp', 'lock_timeout=1000'],
    owner: 'auth_hooks',
  },
];

test('every auth_api function is a SECURITY DEFINER of the owner with a safe search_path', async () => {
  const odd = (await listRoutines('auth_api')).filter(
    (routine) => !routine.definer || routine.owner !== 'auth_owner' || !SETTINGS.has(routine.config?.join('; ') ?? ''),
  );
  assert.equal(odd, []);
});

test('every SECURITY DEFINER function has a safe search_path and the right owner', async () => {
  const rows = await db.sql`
    select p.oid::regprocedure::text as name, p.proconfig, p.proowner::regrole::text as owner from pg_proc as p
    where p.prosecdef and p.pronamespace::regnamespace::text !~ '^pg_'
      and (p.proowner::regrole::text <> 'auth_owner' or not coalesce(array_to_string(p.proconfig, '; ') = any (${[...SETTINGS]}), false))
    order by 1`;
  assert.equal([...rows], APART);
});

test('private functions are SECURITY INVOKER without SET, and no login role can call them', async () => {
  const apart = APART.map(({ name }) => name);
  for (const routine of (await listRoutines('auth_lib')).filter(({ signature }) => !apart.includes(signature))) {
    assert.is(routine.definer, false, routine.signature);
    assert.is(routine.config, null, routine.signature);
    assert.is(routine.owner, 'auth_owner', routine.signature);
  }
  const open = await db.sql`
    select r.rolname::text as role, p.oid::regprocedure::text as name from pg_proc as p
    cross join pg_roles as r
    where p.pronamespace = 'auth_lib'::regnamespace and not r.rolsuper and r.rolname !~ '^pg_' and r.rolname <> 'auth_owner'
      -- A function's owner may execute the function, but cannot name it without a right on the schema.
      and not (r.oid = p.proowner and not has_schema_privilege(r.oid, 'auth_lib', 'USAGE'))
      and (has_function_privilege(r.oid, p.oid, 'EXECUTE') or has_schema_privilege(r.oid, 'auth_lib', 'USAGE'))
      and not pg_has_role(r.oid, 'auth_owner', 'MEMBER')`;
  assert.equal([...open], []);
});

test('each role can call exactly the functions of grants.sql', async () => {
  const lists = await grantedSignatures();
  const everybody = lists.get('public') ?? [];
  for (const caller of CALLERS.filter((name) => name !== 'public')) {
    const rows = await db.sql`
      select p.oid::regprocedure::text as name from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace
      where s.nspname !~ '^pg_' and s.nspname <> 'information_schema'
        and has_function_privilege(${caller}, p.oid, 'EXECUTE') and has_schema_privilege(${caller}, s.oid, 'USAGE')`;
    const callable = rows.map((row) => row.name as string).sort();
    assert.equal(callable, [...new Set([...(lists.get(caller) ?? []), ...everybody])].sort(), caller);
  }
  assert.equal(everybody, [
    'auth.aal()',
    'auth.client_id()',
    'auth.email()',
    'auth.jwt()',
    'auth.role()',
    'auth.session_is_live()',
    'auth.uid()',
  ]);
});

test('functions called by policies are inlinable: no SET, and SECURITY DEFINER only for session_is_live()', async () => {
  for (const routine of await listRoutines('auth')) {
    // Skips session_is_live() and the functions of triggers.
    if (['session_is_live', 'reset_session_state', 'queue_client_logout'].includes(routine.name)) continue;
    assert.equal([routine.definer, routine.config, routine.language], [false, null, 'sql'], routine.signature);
  }
});

test('nothing in auth depends on auth_lib or auth_api', async () => {
  const rows = await db.sql`
    with code as (
      select 'pg_proc'::regclass as class, p.oid from pg_proc as p
        where p.pronamespace in ('auth_lib'::regnamespace, 'auth_api'::regnamespace)
      union all select 'pg_class'::regclass, c.oid from pg_class as c
        where c.relnamespace in ('auth_lib'::regnamespace, 'auth_api'::regnamespace)
    )
    select pg_describe_object(d.classid, d.objid, d.objsubid) as dependant,
      pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid) as on
    from pg_depend as d join code as c on c.class = d.refclassid and c.oid = d.refobjid
    where d.deptype in ('n', 'a')
      and not exists (select from code as own where own.class = d.classid and own.oid = d.objid)
      -- Excludes the rules of views in the code schemas, and row types.
      and not exists (select from pg_rewrite as r join code as own on own.oid = r.ev_class where d.classid = 'pg_rewrite'::regclass and r.oid = d.objid)
      and d.classid <> 'pg_type'::regclass`;
  assert.equal([...rows], []);
  const texts = await db.sql`
    select p.oid::regprocedure::text as name from pg_proc as p
    where p.pronamespace = 'auth'::regnamespace and p.prosrc ~ '\\mauth_(lib|api)\\M'`;
  // Only these two functions of triggers call auth_lib or auth_api. Policies call the other functions of the schema.
  assert.equal(texts.map(({ name }) => name).sort(), ['auth.queue_client_logout()', 'auth.reset_session_state()']);
});

test.run();
