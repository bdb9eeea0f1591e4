// Addresses compare the same in every locale of the database. In a Turkish locale, lower('I') is a dotless i, so the
// link and code for INFO@… could be mailed to another person.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { findCurrentServer } from '../support/database/cluster.ts';
import { createDatabase } from '../support/database/db.ts';
import { api, codeOf, leaseQueuedMessages, returnedErrorCode, type TokenRow } from '../support/database/sql_api.ts';

const SQL = fileURLToPath(new URL('../../sql/', import.meta.url));
const PASSWORD = 'correct horse battery';

test('in a Turkish database an address with an I stays the address that was typed', async () => {
  const server = await findCurrentServer();
  // The first database creates the roles. A second migration then runs with the Turkish locale.
  const first = await createDatabase();
  const name = `${first.name}_tr`;
  await first.sql.unsafe(`
    create database ${name} template template0 locale_provider icu icu_locale 'tr-TR' lc_collate 'C' lc_ctype 'C'`);
  const url = new URL(server.superuser_url);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 2, onnotice: () => undefined });
  try {
    const [locale] = await sql`select lower('I') as small`;
    assert.is(locale?.small, 'ı', 'the database is a Turkish one');
    const target = parseDatabaseUrl(url.href, {});
    await migrate({ target, namespace: 'auth', role_prefix: 'auth', log: () => undefined });

    const typed = 'INFO.TITLE@EXAMPLE-I.COM';
    const email = 'info.title@example-i.com';
    const user = await api(sql, 'sign_up', { email: typed, password: PASSWORD });
    assert.is(user.email, email);
    const [message] = await sql`select to_address from auth.messages`;
    assert.is(message?.to_address, email);
    const [identity] = await sql`select email from auth.identities`;
    assert.is(identity?.email, email);
    assert.is(
      returnedErrorCode(await api(sql, 'resend', { type: 'signup', email })),
      'over_email_send_rate_limit',
      'one spacing',
    );
    const [token] = await leaseQueuedMessages(sql, email);
    const verified = await api(sql, 'verify_token', { type: 'signup', email: typed, code: codeOf(token as TokenRow) });
    assert.ok(verified.body);
    for (const spelled of [typed, email, 'Info.Title@Example-I.com']) {
      assert.is(
        returnedErrorCode(await api(sql, 'sign_in_with_password', { email: spelled, password: PASSWORD })),
        undefined,
      );
      assert.is(
        returnedErrorCode(await api(sql, 'request_otp', { email: spelled, create_user: false })) ?? '',
        spelled === typed ? '' : 'over_email_send_rate_limit',
      );
    }
    const link = { code_challenge: 'c'.repeat(43), code_challenge_method: 'PLAIN' };
    assert.is(returnedErrorCode(await api(sql, 'request_recovery', { email: 'i@example.com', link })), undefined);
  } finally {
    await sql.end();
    await first.sql.unsafe(`drop database ${name} with (force)`);
    await first.drop();
  }
});

test('no statement changes the case of a text by the locale of the database', () => {
  const files = readdirSync(SQL, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
  for (const file of files.filter((path) => path !== 'schema.sql')) {
    const text = readFileSync(join(SQL, file), 'utf8').replace(/--.*$/gm, '');
    for (const [call] of text.matchAll(/\b(?:lower|upper|initcap)\([^;\n]*/g))
      assert.match(call, /collate "C"/, `${file}: ${call}`);
    // The search for users may depend on the locale, because it decides nothing about access.
    if (![join('api', 'admin', 'list_users.sql'), join('lib', 'search.sql')].includes(file))
      assert.not.match(text, /\b(?:ilike|citext)\b/i, file);
  }
});

test.run();
