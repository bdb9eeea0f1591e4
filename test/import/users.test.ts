// Imports and exports of users: dry runs, repeated runs, corrected rejects, export followed by import, and the effect
// on the server.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withAdmin } from '../../cli/admin/admin_functions.ts';
import { readAdminSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { exportUsers } from '../../import/export.ts';
import { type ImportOptions, importUsers } from '../../import/users.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import { computeArgon2Hash, KNOWN_HASHES } from '../support/database/foreign_hashes.ts';
import { startStack } from '../support/processes/stack.ts';
import { type CapturedRun, runCaptured } from './captured.ts';
import { USERS } from './json_users.ts';

const stack = await startStack({ worker: false });
const other = await createDatabase();
const folder = mkdtempSync(join(tmpdir(), 'postern-import-'));
test.after(async () => {
  await stack.close();
  await other.drop();
  rmSync(folder, { recursive: true });
});
const { sql } = stack.db;
const settingsOf = (db: typeof other) => readAdminSettings(readEnvironment({ env: environmentFor(db), file: null }));
const settings = await settingsOf(stack.db);
const connect =
  (to: typeof settings): ImportOptions['asAdmin'] =>
  (work) =>
    withAdmin(to, work);

let files = 0;
const path = (suffix: string): string => join(folder, `${++files}.${suffix}`);
function writeUserFile(form: string, content: string): string {
  const file = path(form);
  writeFileSync(file, content);
  return file;
}

type ImportArguments = Partial<ImportOptions> & Pick<ImportOptions, 'form' | 'file'>;
const run = (o: ImportArguments): Promise<CapturedRun> =>
  runCaptured(() =>
    importUsers({
      asAdmin: connect(settings),
      apply: true,
      yes: true,
      json: false,
      summary: false,
      rejected: undefined,
      ...o,
    }),
  );
const result = async (o: ImportArguments) =>
  JSON.parse((await run({ ...o, json: true })).out) as Record<string, unknown>;
const counts = (added: number, present: number, rejected: number, rejected_file?: string) => ({
  applied: true,
  new: added,
  present,
  rejected,
  ...(rejected_file === undefined ? {} : { rejected_file }),
});
const signIn = (email: string, password: string) => stack.post('/token?grant_type=password', { email, password });
const numbers = async () =>
  (
    await sql`select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.identities) as identities,
    (select count(*)::int from auth.addresses) as addresses, (select count(*)::int from auth.audit_log) as audits,
    (select count(*)::int from auth.passwords) as passwords`
  )[0];

const HEADING =
  'id,email,phone,email_confirmed_at,created_at,password_hash,user_metadata,app_metadata,identities,role,ban_duration\n';
const csvOf = (...lines: string[]): string => writeUserFile('csv', HEADING + lines.map((line) => `${line}\n`).join(''));
const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const TIME = '2021-02-03T04:05:06Z';

test('a dry run reports what it would do and writes nothing; the same file is then imported, and a second import changes nothing', async () => {
  const hash = computeArgon2Hash('imported password');
  const id = '5f0c4bb0-0000-4000-8000-000000000001';
  const google = quoted([
    { provider: 'google', id: '117', identity_data: { email: 'ada@imported.test', email_verified: true } },
  ]);
  const file = csvOf(
    `${id},Ada@Imported.test,,${TIME},${TIME},${quoted(hash).replaceAll('""', '')},${quoted({ n: 1 })},${quoted({ plan: 'pro' })},${google},editor,`,
    `,grace@imported.test,+4915500001,,,,,,,,24h`,
  );
  const before = await numbers();
  const dry = await run({ form: 'csv', file, apply: false });
  assert.is(dry.code, 0, dry.err);
  assert.match(dry.out, /^Dry run, nothing was written: 2 new, 0 already present, 0 rejected\.\nAdd --apply/);
  assert.equal(await numbers(), before);

  assert.equal(await result({ form: 'csv', file }), counts(2, 0, 0));
  const after = await numbers();
  const [ada] =
    await sql`select email, role, email_confirmed_at, created_at, raw_user_meta_data as user_data, raw_app_meta_data as app_data,
    auth_lib.is_administered(u) as administered from auth.users as u where id = ${id}`;
  assert.equal(ada, {
    email: 'ada@imported.test',
    role: 'editor',
    email_confirmed_at: new Date(TIME),
    created_at: new Date(TIME),
    user_data: { n: 1 },
    app_data: { plan: 'pro', provider: 'google', providers: ['google'] },
    administered: true,
  });
  const [grace] =
    await sql`select phone, banned_until > now() + interval '23 hours' as banned, raw_app_meta_data ->> 'provider' as provider,
    (select array_agg(i.provider::text order by i.provider) from auth.identities as i where i.user_id = u.id) as identities
    from auth.users as u where email = 'grace@imported.test'`;
  assert.equal(grace, { phone: '4915500001', banned: true, provider: 'email', identities: ['email', 'phone'] });
  const [audit] = await sql`select actor_username, traits from auth.audit_log where 'users_imported' = any (actions)`;
  assert.equal(audit, { actor_username: 'service_role', traits: { users: 2 } });

  assert.equal(await result({ form: 'csv', file }), counts(0, 2, 0));
  assert.equal(await numbers(), after);
  assert.is((await signIn('ada@imported.test', 'imported password')).status, 200);
  assert.equal(await result({ form: 'csv', file }), counts(0, 2, 0));
  const [stored] = await sql`select hash from auth.passwords where user_id = ${id}`;
  assert.match(String(stored?.hash), /^\$2a\$/, 'the password of the sign-in is not put back');
});

test('errors name line and column, in the words of POST /admin/users; corrected rejects are imported alone', async () => {
  const file = csvOf(
    `,good@imported.test,,,,,,,,,`,
    `x,id@imported.test,,,,,,,,,`,
    `,not an address,,,,,,,,,`,
    `,hash@imported.test,,,,$6$x,,,,,`,
    `,time@imported.test,,yesterday,,,,,,,`,
    `,later@imported.test,,,2999-01-01T00:00:00Z,,,,,,`,
    `,meta@imported.test,,,,,${quoted({ long: 'x'.repeat(11_000) })},,,,`,
    `,list@imported.test,,,,,,,${quoted({})},,`,
    `,ban@imported.test,,,,,,,,,tomorrow`,
    `,GOOD@imported.test,,,,,,,,,`,
    `,,,,,,,,,,`,
    `,short@imported.test`,
  );
  const done = await run({ form: 'csv', file });
  assert.is(done.code, 1);
  const name = file.slice(folder.length + 1);
  assert.equal(done.err.trim().split('\n'), [
    `${name}, line 3, column id: ID must conform to the uuid v4 format`,
    `${name}, line 4, column email: Unable to validate email address: invalid format`,
    `${name}, line 5, column password_hash: Only password hashes of bcrypt (cost 4 to 14), argon2i, argon2id and Firebase scrypt can be used, and only within the limits of memory and time`,
    `${name}, line 6, column email_confirmed_at: The column email_confirmed_at must be a time such as 2026-01-31T12:00:00Z`,
    `${name}, line 7, column created_at: The column created_at must not lie in the future`,
    `${name}, line 8, column user_metadata: Metadata cannot be longer than 10240 bytes: user_metadata and app_metadata together, as JSON`,
    `${name}, line 9, column identities: The column identities must be a JSON list of objects`,
    `${name}, line 10, column ban_duration: invalid format for ban duration: time: invalid duration "tomorrow"`,
    `${name}, line 11, repeats the id, an address or an identity of an earlier line`,
    `${name}, line 12, column email: Cannot create a user without either an email or phone`,
    `${name}, line 13, has 2 values, and the first line names 11 columns`,
  ]);
  const rejected = file.replace('.csv', '.rejected.csv');
  assert.match(
    done.out,
    /^Imported: 1 new, 0 already present, 11 rejected\.\nThe rejected users are in .*\.rejected\.csv:/,
  );
  assert.is(statSync(rejected).mode & 0o777, 0o600);

  const again = await runCaptured(() =>
    importUsers({
      asAdmin: connect(settings),
      form: 'csv',
      file,
      apply: true,
      yes: true,
      json: false,
      summary: false,
      rejected: undefined,
    }),
  ).catch((error: Error) => error.message);
  assert.match(String(again), /cannot be written to .* \(EEXIST\): move that file away/);

  const mended = readFileSync(rejected, 'utf8')
    .replace(/^x,/m, ',')
    .replace('not an address', 'address@imported.test')
    .replace('$6$x', KNOWN_HASHES[0]?.hash.replace(/.*/, (hash) => `"${hash}"`) ?? '')
    .replace('yesterday', TIME)
    .replace('2999', '2020')
    .replace('x'.repeat(11_000), 'short')
    .replace('"{}"', '')
    .replace('{}', '')
    .replace(',tomorrow,', ',1h,')
    .split('\n')
    .filter((line) => !/^(,GOOD|,,,|,short)/.test(line))
    .join('\n');
  assert.equal(await result({ form: 'csv', file: writeUserFile('csv', mended) }), counts(8, 0, 0));
  assert.is((await sql`select from auth.users where email like '%@imported.test'`).length, 11);
});

test('JSON: types of values, duplicates, and conflicts with other users', async () => {
  const file = writeUserFile('json', USERS.map(([user]) => JSON.stringify(user)).join('\n'));
  // In a dry run the users of the file are not stored yet, so SQL cannot compare with them.
  const later = /linked to another user|already been registered/;
  const dry = await run({ form: 'json', file, apply: false });
  const done = await run({ form: 'json', file });
  const expected = USERS.flatMap(([, fault], at) =>
    fault === null
      ? []
      : [
          `${file.slice(folder.length + 1)}, line ${at + 1}, ${fault.startsWith(' ') ? fault.trim() : `column ${fault}`}`,
        ],
  );
  assert.equal(done.err.trim().split('\n'), expected);
  assert.is(dry.err.trim().split('\n').length, expected.length, 'a dry run rejects the same users');
  assert.equal(
    dry.err
      .trim()
      .split('\n')
      .filter((line) => !/earlier line/.test(line)),
    expected.filter((line) => !/earlier line/.test(line) && !later.test(line)),
  );
  const lines = readFileSync(file.replace('.json', '.rejected.json'), 'utf8').trim().split('\n');
  assert.equal(Object.keys(JSON.parse(lines[0] ?? '')), ['import_error', 'email']);
  assert.is(lines.length, expected.length);
});

test("an application's trigger that rejects a user, or omits the row, affects no other user", async () => {
  await sql.unsafe(`create function public.refuse() returns trigger language plpgsql as $$
    begin if new.email like 'refused%' then raise exception 'not this one'; end if;
      if new.email like 'left%' then return null; end if; return new; end $$;
    create trigger refuse before insert on auth.users for each row execute function public.refuse()`);
  const names: Record<number, string> = { 37: 'refused', 41: 'left' };
  const emails = Array.from({ length: 60 }, (_, n) => `${names[n] ?? 'taken'}${n}@imported.test`);
  const file = writeUserFile('csv', `email\n${emails.join('\n')}\n`);
  const done = await run({ form: 'csv', file });
  await sql.unsafe('drop trigger refuse on auth.users');
  assert.is(done.code, 1);
  assert.equal(
    done.err
      .trim()
      .split('\n')
      .map((line) => line.replace(/^[^,]*, /, '')),
    ['line 39, not this one', 'line 43, a trigger has left the new user out'],
  );
  assert.is((await sql`select from auth.users where email like 'taken%'`).length, 58);
});

test('an interrupted import resumes when it is run again', async () => {
  const file = writeUserFile(
    'csv',
    `email\n${Array.from({ length: 450 }, (_, n) => `many${n}@imported.test\n`).join('')}`,
  );
  const first = join(folder, 'first.csv');
  writeFileSync(first, `${readFileSync(file, 'utf8').split('\n').slice(0, 201).join('\n')}\n"`);
  const stopped = await run({ form: 'csv', file: first }).catch((error: Error) => error.message);
  assert.match(String(stopped), /ends within a quoted value, which begins in user number 201/);
  const { new: added, present } = await result({ form: 'csv', file });
  assert.is(Number(added) + Number(present), 450);
  assert.is((await sql`select from auth.users where email like 'many%'`).length, 450);
  assert.equal(await result({ form: 'csv', file }), counts(0, 450, 0));
});

test('export, import into an empty database, export: the same bytes, in both formats', async () => {
  await sql`update auth.users set raw_user_meta_data = '{"n": 12345678901234567890.50, "q": "\\"a\\", ;\\nb", "z": null}' where email = 'ada@imported.test'`;
  await sql`update auth.users set invited_at = '2022-01-01T00:00:00.123456Z' where email = 'ada@imported.test'`;
  const elsewhere = await settingsOf(other);
  const write = (from: typeof settings, form: 'csv' | 'json', with_password_hashes = true) => {
    const file = path(form);
    return exportUsers({ asAdmin: connect(from), form, file, with_password_hashes, json: true }).then(() => file);
  };
  const exported: Record<string, string> = {};
  await runCaptured(async () => {
    for (const form of ['csv', 'json'] as const) exported[form] = await write(settings, form);
    exported.bare = await write(settings, 'csv', false);
    return 0;
  });
  for (const form of ['csv', 'json'] as const) {
    const file = String(exported[form]);
    assert.is(statSync(file).mode & 0o777, 0o600);
    await other.sql`delete from auth.users`;
    const done = await run({ form, file, asAdmin: connect(elsewhere) });
    assert.is(done.code, 0, done.err);
    let copy = '';
    await runCaptured(async () => {
      copy = await write(elsewhere, form);
      return 0;
    });
    assert.is(readFileSync(copy, 'utf8'), readFileSync(file, 'utf8'), form);
  }
  assert.match(readFileSync(String(exported.json), 'utf8'), /12345678901234567890\.50/);
  assert.not.match(readFileSync(String(exported.bare), 'utf8'), /\$2a\$|argon2|password_hash/);
  const audits =
    await sql`select traits from auth.audit_log where 'users_exported' = any (actions) order by created_at`;
  assert.equal(
    audits.map(({ traits }) => traits as object),
    [true, true, false].map((password_hashes) => ({ password_hashes })),
  );
});

test('an import ends by counting its users, as the worker does', async () => {
  await other.sql`delete from auth.users`;
  await other.sql`delete from auth.user_blocks`;
  const minute = (n: number) => new Date(Date.parse(TIME) + n * 60_000).toISOString();
  const lines = Array.from({ length: 1_200 }, (_, n) => `,counted${n}@imported.test,,,${minute(n)},,,,,,`);
  const done = await run({
    asAdmin: connect(await settingsOf(other)),
    form: 'csv',
    file: csvOf(...lines),
    summary: true,
  });
  assert.is(done.code, 0, done.err);
  const blocks = await other.sql`select users::integer from auth.user_blocks order by until`;
  assert.equal(
    blocks.map(({ users }) => users),
    [500, 500],
  );
});

test('an import does not protect an unconfirmed address: a sign-up under autoconfirm takes the account over without its password', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const { hash, password } = KNOWN_HASHES[0] as (typeof KNOWN_HASHES)[number];
  const email = 'imported@example.com';
  const file = csvOf(`,${email},,,${TIME},"${hash}",${quoted({ team: 'a' })},${quoted({ plan: 'gold' })},,,`);
  assert.equal(await result({ form: 'csv', file }), counts(1, 0, 0));
  const [imported] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const own = 'correct horse battery';
  const { status, text, body } = await auto.post('/signup', { email, password: own });
  assert.is(status, 200, text);
  const { id, app_metadata } = body.user as Record<string, unknown>;
  assert.equal([id, app_metadata], [imported?.id, { provider: 'email', providers: ['email'] }]);
  assert.is((await signIn(email, password)).status, 400);
  assert.is((await signIn(email, own)).status, 200);
});

test.run();
