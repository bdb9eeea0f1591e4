// Tests of replace_sealed.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const replace = (...changes: object[]) =>
  sql_api.call('replace_sealed', { claims: ADMIN, settings: settings(), changes });

test('administrators only', () => assertAdministratorsOnly(sql_api, 'replace_sealed', { changes: [] }));

test('each kind; a value that has changed meanwhile and an unknown one stay', async () => {
  const { sql } = sql_api.db;
  const person = await createConfirmedPerson(sql_api);
  const [factor, provider, webhook] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    values (${person.id}, ${factor}, 'totp', 'verified', 'f1', now(), now())`;
  await sql`insert into auth.custom_providers (id, identifier, provider_type, name, client_id, client_secret, authorization_url, token_url,
      userinfo_url, created_at, updated_at)
    values (${provider}, 'custom:a', 'oauth2', 'A', 'a', 'p1', 'https://a', 'https://a', 'https://a', now(), now())`;
  await sql`insert into auth.webhooks values (${webhook}, 'https://a.example', '{user.created}', '{w1,w2}', now(), now())`;
  const kept = async () => {
    const [row] =
      await sql`select (select secret from auth.factors) as f, (select client_secret from auth.custom_providers) as p,
      (select secrets from auth.webhooks) as w`;
    return row && [row.f, row.p, row.w];
  };
  const all = (before: string[]) => [
    { kind: 'factor', id: factor, before: [before[0]], after: ['f9'] },
    { kind: 'provider', id: provider, before: [before[1]], after: ['p9'] },
    { kind: 'webhook', id: webhook, before: [before[2], 'w2'], after: ['w8', 'w9'] },
  ];
  assert.equal(
    await replace(...all(['x', 'x', 'x']), { kind: 'factor', id: randomUUID(), before: ['f1'], after: ['f9'] }),
    {
      replaced: 0,
    },
  );
  assert.equal(await kept(), ['f1', 'p1', ['w1', 'w2']]);
  assert.equal(await replace(...all(['f1', 'p1', 'w1'])), { replaced: 3 });
  assert.equal(await kept(), ['f9', 'p9', ['w8', 'w9']]);
});

test.run();
