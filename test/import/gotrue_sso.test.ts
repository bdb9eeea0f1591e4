// Identity providers of organizations, their domains and users, from a GoTrue database: providers are imported with
// their ids, so that their users can still sign in to their accounts.
// runner: when=import,sql,core/saml
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { finishArguments, newAssertion } from '../sql/api/sso/saml.ts';
import { createGotrueDatabase } from '../support/database/gotrue/gotrue_database.ts';
import { api, SETTINGS } from '../support/database/sql_api.ts';
import { createSamlIdp } from '../support/providers/saml_idp.ts';

const stand = await createGotrueDatabase({ people: 4 });
const { sql } = stand.db;
test.after(() => stand.db.drop());

const idp = createSamlIdp({ entityId: 'https://idp.corp.example/metadata' });
const [CORP, BROKEN, USER] = [
  '11111111-0000-4000-8000-000000000001',
  '11111111-0000-4000-8000-000000000002',
  '11111111-0000-4000-8000-000000000003',
];

test.before(async () => {
  await sql`insert into auth.sso_providers (id, resource_id, disabled, created_at) values
    (${CORP}, 'corp', null, '2024-01-01'), (${BROKEN}, null, null, '2024-01-01')`;
  await sql`insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, attribute_mapping) values
    (gen_random_uuid(), ${CORP}, ${idp.entityId}, ${idp.metadata}, '{"keys": {"team": {"name": "ou"}}}'),
    (gen_random_uuid(), ${BROKEN}, 'https://broken.example', '<EntityDescriptor/>', '{}')`;
  await sql`insert into auth.sso_domains (id, sso_provider_id, domain) values
    (gen_random_uuid(), ${CORP}, 'Corp.example'), (gen_random_uuid(), ${CORP}, 'bücher.example'),
    (gen_random_uuid(), ${CORP}, 'gmail.com'), (gen_random_uuid(), ${BROKEN}, 'broken.example')`;
  await sql`insert into auth.users (id, aud, role, email, email_confirmed_at, is_sso_user, raw_app_meta_data, raw_user_meta_data, created_at)
    values (${USER}, 'authenticated', 'authenticated', 'person1@example.com', '2024-01-02', true,
      ${{ provider: `sso:${CORP}`, providers: [`sso:${CORP}`] } as never}::jsonb, '{}', '2024-01-02')`;
  await sql`insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at)
    values (gen_random_uuid(), ${USER}, ${`sso:${CORP}`}, 'ada', '{"sub": "ada", "email": "person1@example.com"}', '2024-01-02')`;
});

test('the dry run reports that the import adds the identity providers from kept_rows', async () => {
  const { counts, blockers } = await stand.look();
  assert.equal(blockers, []);
  assert.equal(
    counts.findings
      .filter(({ source }) => /^s(so|aml)_/.test(source))
      .map(({ source, reason, rows }) => [source, rows, reason]),
    (['saml_providers', 'sso_domains', 'sso_providers'] as const).map((source) => [
      source,
      source === 'sso_domains' ? 4 : 2,
      'the import adds its identity provider from there, if the metadata can be used',
    ]),
  );
  assert.equal(
    counts.findings.filter(({ reason }) => reason.includes('SSO')),
    [],
    'its users are imported unchanged',
  );
});

test('providers and domains are added; what cannot be used stays in kept_rows, and the log says why', async () => {
  await stand.apply();
  const rows =
    await sql`select id, resource_id, entity_id, email_domains, sso_url, attribute_mapping from auth.sso_providers`;
  assert.equal(
    [...rows].map((row) => ({ ...row })),
    [
      {
        id: CORP,
        resource_id: 'corp',
        entity_id: idp.entityId,
        email_domains: 'any',
        sso_url: 'https://idp.example.com/sso?tenant=1',
        attribute_mapping: { keys: { team: { name: 'ou' } } },
      },
    ],
  );
  const domains = await sql`select domain, enforced from auth.sso_domains order by 1`;
  assert.equal(
    [...domains].map(({ domain, enforced }) => [domain, enforced]),
    [
      ['corp.example', false],
      ['xn--bcher-kva.example', false],
    ],
  );
  const left = await sql`select source, count(*)::int as n from auth.kept_rows group by 1 order by 1`;
  assert.equal(
    [...left].map(({ source, n }) => [source, n]),
    [
      ['saml_providers', 1],
      ['sso_domains', 2],
      ['sso_providers', 1],
    ],
  );
  const said = stand.log.filter((line) => /identity provider|domain/.test(line));
  assert.is(said[0], `identity provider ${idp.entityId}: added, with its id`);
  assert.is(said[1], `domain gmail.com of ${idp.entityId}: stays in kept_rows: it cannot belong to a provider`);
  assert.match(
    said[2] ?? '',
    /^identity provider https:\/\/broken\.example: stays in kept_rows: its metadata cannot be used/,
  );
});

test('a user of the imported provider signs in to the imported account, not to an ordinary account with the address', async () => {
  const assertion = newAssertion({ subject: 'ada', email: 'person1@example.com' });
  const answer = await api(sql, 'finish_saml_flow', finishArguments(CORP, null, assertion, { settings: SETTINGS }));
  assert.is((answer.claims as { sub: string }).sub, USER);
  const found = await sql`select user_id from auth.addresses where value = 'person1@example.com'`;
  assert.is(found.length, 1);
  assert.is.not(found[0]?.user_id, USER);
});

test.run();
