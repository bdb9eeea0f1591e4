// Another DB_NAMESPACE: the lexer that renames, and an installation without a schema called auth.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RESERVED_WORDS } from '../../core/database/keywords.ts';
import { tokenize } from '../../core/database/lexer.ts';
import { createNames, identifierMap, quoteIdentifier, quoteLiteral, renderSql } from '../../core/database/names.ts';
import { readTree, SQL_DIR } from '../../install/migrate/tree.ts';
import { createMigrationDatabase, expectMigrationRefused, writeSqlFolder } from './migration_database.ts';

const to = (namespace: string, prefix = namespace) => identifierMap(createNames(namespace, prefix));
const zq = (sql: string) => renderSql(sql, to('zq_9'));

test('renames identifiers wherever they occur', () => {
  assert.is(zq('select auth.uid()'), 'select zq_9.uid()');
  assert.is(zq('select AUTH . uid()'), 'select zq_9 . uid()');
  assert.is(zq('select "auth".uid()'), 'select zq_9.uid()');
  assert.is(
    zq('auth_lib auth_api auth_queue auth_owner auth_auditor'),
    'zq_9_lib zq_9_api zq_9_queue zq_9_owner zq_9_auditor',
  );
  assert.is(zq('auth_libs xauth auth1 auth$ "auth " auth_lib_x'), 'auth_libs xauth auth1 auth$ "auth " auth_lib_x');
  assert.is(zq('x::auth.users[]'), 'x::zq_9.users[]');
});

test('roles follow the role prefix, schemas the namespace', () => {
  assert.is(
    renderSql('grant usage on schema auth_api to auth_gateway', to('a', 'b')),
    'grant usage on schema a_api to b_gateway',
  );
});

test('leaves strings and comments unchanged', () => {
  for (const same of [
    "'auth.users'",
    "'it''s auth'",
    "E'\\' auth'",
    "e'\\\\'",
    '-- auth.users',
    '/* auth /* auth */ auth */',
    'comment on x is $c$ auth $c$',
    'select $$ auth $$',
    "U&'auth'",
  ]) {
    assert.is(zq(same), same);
  }
  assert.is(zq("E'\\\\' auth"), "E'\\\\' zq_9");
  assert.is(zq("'a' auth 'b'"), "'a' zq_9 'b'");
  assert.is(zq('-- auth\nauth'), '-- auth\nzq_9');
});

test('renames constants of type name as a whole', () => {
  assert.is(zq("values (name 'auth'), (name 'auth_owner')"), "values (name 'zq_9'), (name 'zq_9_owner')");
  assert.is(zq("do $$ x in (name 'auth_lib') $$"), "do $$ x in (name 'zq_9_lib') $$");
  for (const same of ["name 'authors'", "name 'auth.users'", "rename 'auth'", "'name' 'auth'"])
    assert.is(zq(same), same);
  assert.is(renderSql("name 'auth'", to('select')), "name 'select'");
});

test('renames in bodies of functions and DO blocks, at any depth, but not in their strings', () => {
  assert.is(zq('as $$ select auth.uid() $$'), 'as $$ select zq_9.uid() $$');
  assert.is(
    zq("as $f$ begin x := 'auth'; -- auth\n y := auth.z; end $f$"),
    "as $f$ begin x := 'auth'; -- auth\n y := zq_9.z; end $f$",
  );
  assert.is(zq('do $$ auth $$'), 'do $$ zq_9 $$');
  assert.is(zq('do language plpgsql $$ auth $$'), 'do language plpgsql $$ zq_9 $$');
  assert.is(zq('do $a$ create function f() as $b$ auth $b$ $a$'), 'do $a$ create function f() as $b$ zq_9 $b$ $a$');
  assert.is(zq('as $$ execute $q$ auth $q$ $$'), 'as $$ execute $q$ auth $q$ $$');
  assert.is(zq('select $1, $2 from auth.x'), 'select $1, $2 from zq_9.x');
});

test('the default names leave every file unchanged', () => {
  const plain = readTree(SQL_DIR, createNames('auth', 'auth'));
  const joined = (tree: typeof plain) =>
    tree
      .code('extensions')
      .files.map((file) => file.text)
      .join('');
  assert.ok(joined(plain).includes('auth_api.'));
  for (const file of plain.code('extensions').files) {
    assert.is(
      tokenize(file.text)
        .map((token) => token.text)
        .join(''),
      file.text,
    );
  }
});

test('an unterminated text is an error that names the file', () => {
  assert.throws(() => tokenize("select 'a"), /has no end/);
  assert.throws(() => tokenize('/* a'), /has no end/);
  assert.throws(() => tokenize('as $$ a'), /has no end/);
  const tree = readTree(writeSqlFolder({ 'lib/word.sql': "select 'a" }), createNames('a', 'a'));
  assert.throws(() => tree.code('extensions'), /sql\/lib\/word\.sql/);
});

test('refuses invalid names', async () => {
  for (const bad of ['', 'Auth', '1a', 'a-b', 'pg_x', 'a'.repeat(31), 'public', 'extensions', 'a;b']) {
    assert.throws(() => createNames(bad, 'auth'), /DB_NAMESPACE/, bad);
  }
  assert.throws(() => createNames('auth', 'A'), /SVC_ROLE_PREFIX/);
  const at = await createMigrationDatabase();
  try {
    assert.match(await expectMigrationRefused(at.migrate({ namespace: 'Auth' })), /DB_NAMESPACE/);
  } finally {
    await at.drop();
  }
});

test('quotes literals and identifiers if necessary', () => {
  assert.is(quoteLiteral("it's"), "'it''s'");
  assert.is(quoteLiteral('a\\b'), "E'a\\\\b'");
  assert.is(quoteIdentifier('user'), '"user"');
  assert.is(quoteIdentifier('My "x'), '"My ""x"');
  assert.is(quoteIdentifier('users'), 'users');
});

test('the list of reserved words covers those of this server', async () => {
  const at = await createMigrationDatabase();
  try {
    const rows = await at.sql`select word from pg_get_keywords() where catcode <> 'U'`;
    assert.equal(
      rows.map((row) => row.word as string).filter((word) => !RESERVED_WORDS.has(word)),
      [],
    );
  } finally {
    await at.drop();
  }
});

for (const namespace of ['zq_9', 'user', 'declare']) {
  test(`an installation as ${namespace} has no schema called auth`, async () => {
    const at = await createMigrationDatabase();
    try {
      // The role prefix stays that of the test database, because roles belong to the server.
      assert.is((await at.migrate({ namespace })).changed, true);
      assert.is((await at.migrate({ namespace })).changed, false);
      const schemas = await at.sql`select nspname::text as name from pg_namespace where nspname !~ '^pg_' order by 1`;
      const ours = [namespace, `${namespace}_api`, `${namespace}_lib`, `${namespace}_queue`];
      assert.equal(
        schemas.map((row) => row.name),
        [...ours, 'extensions', 'information_schema', 'public'].sort(),
      );
      const left = await at.sql`
        with texts as (
          select p.oid::regprocedure::text as name, p.prosrc || coalesce(pg_get_expr(p.proargdefaults, 0), '')
            || coalesce(array_to_string(p.proconfig, ' '), '') as text from pg_proc as p
          union all select c.oid::regclass::text, pg_get_viewdef(c.oid) from pg_class as c where c.relkind = 'v'
          union all select o.polname, coalesce(pg_get_expr(o.polqual, o.polrelid), '') || coalesce(pg_get_expr(o.polwithcheck, o.polrelid), '')
            from pg_policy as o
          union all select c.conname, pg_get_constraintdef(c.oid) from pg_constraint as c
          union all select c.relname, pg_get_indexdef(i.indexrelid) from pg_index as i join pg_class as c on c.oid = i.indexrelid
          union all select d.adrelid::regclass::text, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef as d
        ) select t.name from texts as t where t.text ~ '\\mauth\\.|\\mauth_(lib|api|queue|owner|gateway|admin|worker|auditor)\\M'`;
      assert.equal([...left], []);
    } finally {
      await at.drop();
    }
  });
}

test.run();
