// Checks every PL/pgSQL function with plpgsql_check, and every SQL function with its validator, on PostgreSQL 15.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, makeTemplate } from '../support/database/db.ts';
import { createDebianCluster } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';

const CHECK = 'plpgsql_check on PostgreSQL 15';
const cluster = await createDebianCluster({}, makeTemplate);
if (cluster === null) cannotRun(CHECK, 'no /usr/lib/postgresql/15/bin');

if (cluster !== null) {
  const db = await createDatabase({ server: cluster });
  test.after(async () => {
    await db.drop();
    await cluster.stop();
  });
  const available = await db.sql`select from pg_available_extensions where name = 'plpgsql_check'`;
  if (available.length === 0) cannotRun(CHECK, 'postgresql-15-plpgsql-check is not installed');
  else {
    await db.sql`create schema checks`;
    await db.sql`create extension plpgsql_check schema checks`;

    test('plpgsql_check reports nothing on any function', async () => {
      const functions = await db.sql`
        select p.oid from pg_proc as p join pg_language as l on l.oid = p.prolang
        where l.lanname = 'plpgsql' and p.pronamespace::regnamespace::text in ('auth', 'auth_lib', 'auth_api')`;
      assert.ok(functions.length > 10);
      const rows = await db.sql`
        select p.oid::regprocedure::text as function, c.lineno as line, c.level, c.message, c.detail, c.hint
        from pg_proc as p join pg_language as l on l.oid = p.prolang
        cross join lateral checks.plpgsql_check_function_tb(p.oid,
          coalesce((select t.tgrelid from pg_trigger as t where t.tgfoid = p.oid limit 1), 0), all_warnings => true) as c
        where l.lanname = 'plpgsql' and p.pronamespace::regnamespace::text in ('auth', 'auth_lib', 'auth_api')
          -- Guard functions return jsonb, because callers read its members. The cast to json happens only for
          -- errors.
          and (c.statement is distinct from 'RETURN' or c.detail is distinct from 'cast "jsonb" value to "json" type')
        order by 1, 2`;
      assert.equal([...rows], []);
    });

    test('a parameter is qualified with its function only if a column has the same name', async () => {
      const functions = await db.sql<{ oid: number; name: string; definition: string }[]>`
        select p.oid, p.proname::text as name, pg_get_functiondef(p.oid) as definition
        from pg_proc as p join pg_language as l on l.oid = p.prolang
        where l.lanname = 'plpgsql' and p.pronamespace::regnamespace::text in ('auth_lib', 'auth_api')`;
      const needless: string[] = [];
      let named = 0;
      for (const { oid, name, definition } of functions) {
        const code = definition.replace(/--.*$/gm, '');
        const body = code.indexOf('$function$');
        for (const { 0: parameter, index } of code.matchAll(new RegExp(`(?<![\\w.])${name}\\.\\w+`, 'g'))) {
          if (index < body) continue;
          named += 1;
          const bare = code.slice(0, index) + code.slice(index + name.length + 1);
          await db.sql.unsafe(bare);
          const reported =
            await db.sql`select c.message from checks.plpgsql_check_function_tb(${oid}::oid) as c where c.level = 'error'`;
          if (reported.length === 0) needless.push(parameter);
        }
        await db.sql.unsafe(definition);
      }
      assert.ok(named > 50, `${named} parameters`);
      assert.equal(needless, []);
    });

    test('the check reports a planted mistake', async () => {
      await db.sql.unsafe(`create function checks.wrong() returns int language plpgsql as $$
        declare v_unused int; begin return no_such_column from auth.users; end $$`);
      const rows =
        await db.sql`select c.message from checks.plpgsql_check_function_tb('checks.wrong()', all_warnings => true) as c`;
      assert.ok(rows.length >= 1);
    });
  }

  test('the validator accepts every SQL function, with bodies checked', async () => {
    const functions = await db.sql`
      select p.oid, p.oid::regprocedure::text as name from pg_proc as p join pg_language as l on l.oid = p.prolang
      where l.lanname = 'sql' and p.pronamespace::regnamespace::text in ('auth', 'auth_lib', 'auth_api')`;
    assert.ok(functions.length > 10);
    const faults: string[] = [];
    for (const { oid, name } of functions) {
      await db.sql`select fmgr_sql_validator(${oid}::oid)`.catch((error: Error) =>
        faults.push(`${name}: ${error.message}`),
      );
    }
    assert.equal(faults, []);
  });
}

test.run();
