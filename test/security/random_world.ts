// Rows of every kind for random_calls.test.ts, and the values of the placeholders that name them. Stored arguments
// contain placeholders, because ids and tokens differ between runs.
import { randomUUID } from 'node:crypto';
import { createArguments as customProvider, oauth2Provider } from '../sql/api/admin/custom_provider.ts';
import { createUserWithMail, leaseMessage } from '../sql/api/admin/messages.ts';
import { createWebhook } from '../sql/api/admin/webhooks.ts';
import { makeRecoveryCodes } from '../sql/api/factor/codes.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  enrollTotp,
  factorSettings,
  signIn,
  totpCode,
} from '../sql/api/factor/factors.ts';
import { registerPasskey, relyingParty, requestChallenge } from '../sql/api/passkey/ceremony.ts';
import { createProfile, startFlow as startProviderFlow } from '../sql/api/provider/flow.ts';
import { createScimCaller } from '../sql/api/scim/scim.ts';
import { newMetadata, startFlow as startSamlFlow } from '../sql/api/sso/saml.ts';
import { createEndedSession } from '../sql/api/worker/client_logouts.ts';
import { createHookSchema } from '../support/database/hooks.ts';
import {
  createApprovedAuthorization,
  createApprovedDevice,
  createStartedAuthorization,
  EVERY_GRANT,
  getAuthorization,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pushAuthorization,
  signInByClient,
  startDeviceAuthorization,
} from '../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  client,
  codeOf,
  createConfirmedPerson,
  createUnconfirmedPerson,
  findSentToken,
  type SqlApi,
  toUnsealedLink,
} from '../support/database/sql_api.ts';

/** A function that is no hook is never called, because `target` and `settings` name a function of the schema app. */
const HOOKS = Object.fromEntries(
  ['merge_users', 'send_email', 'before_user_created'].map((name) => [name, { schema: 'app', function: name }]),
);
export const ADMIN = { role: 'service_role', exp: 4_102_444_800 };

/** Settings with every feature on. */
export const EVERYTHING: CallArguments = {
  ...OAUTH_SETTINGS,
  ...factorSettings(),
  ...relyingParty(),
  security_refresh_token_rotation_enabled: true,
  external_anonymous_users_enabled: true,
  external_kept_tokens: ['email', 'github'],
  oauth_server_dynamic_redirects: 'any',
  oauth_server_device_enabled: true,
};

/** Creates the rows. Returns the values of the placeholders. */
export async function createWorld(surface: SqlApi): Promise<Readonly<Record<string, unknown>>> {
  const { sql } = surface.db;
  const call = surface.call;
  await createHookSchema(surface.db);
  const admin = { claims: ADMIN, settings: EVERYTHING, client };
  const one = async (text: string, ...values: string[]): Promise<string> => {
    const [row] = await sql.unsafe<{ id: string }[]>(text, values);
    if (row === undefined) throw new Error(`no row: ${text}`);
    return row.id;
  };

  // Signs this user up an hour ago, so that the minimum interval between two mails is over.
  const now = surface.now();
  await surface.advance(-3_600);
  const unconfirmed = await createUnconfirmedPerson(surface);
  await surface.at(now);
  // Creates the webhook before the following rows, so that their creation queues events.
  const webhook = await createWebhook(surface);
  const person = await createConfirmedPerson(surface);
  const other = await createConfirmedPerson(surface);
  const boss = await createConfirmedPerson(surface);
  await sql`update auth.users set role = ${ADMIN.role} where id = ${boss.id}`;
  const guarded = await createPersonWithTotp(surface);
  const codes = await createPersonWithTotp(surface);
  const [recovery_code] = await makeRecoveryCodes(surface, codes.claims);
  const confirmation = await findSentToken(surface, unconfirmed.id);
  const totp = await enrollTotp(surface, person);
  const passkey = await registerPasskey(surface, other);

  const identity = await one('select id from auth.identities where user_id = $1', person.id);
  const tokens = randomUUID();
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, expires_at,
      updated_at)
    values (${person.id}, 'email', ${identity}, ${tokens}, 'sealed', true, auth_lib.clock() + interval '1 d',
      auth_lib.clock())`;
  const linking = await startProviderFlow(call, { args: { claims: other.claims } });
  await call('finish_provider_flow', { id: linking, profile: createProfile(), settings: EVERYTHING, client, link: {} });
  const PKCE = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' };
  const coded = await startProviderFlow(call, { args: PKCE });
  const finished = { id: coded, profile: createProfile(), settings: EVERYTHING, client, link: {} };
  const { auth_code } = await call('finish_provider_flow', finished);

  const custom = customProvider(oauth2Provider());
  await call('create_custom_provider', { ...custom, settings: EVERYTHING, client });
  const domain = 'random-calls.example';
  const scim = await createScimCaller(surface, { domains: [domain] });
  const { verification } = (await call('prepare_sso_domain', {
    ...{ claims: ADMIN, settings: EVERYTHING, id: scim.provider, domain },
  })) as { verification?: { value: string } };
  const kept = { id: randomUUID(), metadata: newMetadata() };
  const keep = (source: string, data: CallArguments) => sql`
    insert into auth.kept_rows (source, id, data, kept_at)
    values (${source}, ${String(data.id)}, ${sql.json(data as never)}, now())`;
  await keep('sso_providers', { id: kept.id, resource_id: null, disabled: false, created_at: '2024-01-02T03:04:05Z' });
  await keep('saml_providers', {
    id: randomUUID(),
    sso_provider_id: kept.id,
    entity_id: kept.metadata.entity_id,
    metadata_xml: '<EntityDescriptor/>',
    metadata_url: null,
    attribute_mapping: null,
    name_id_format: null,
  });
  const entity = await one('select entity_id as id from auth.sso_providers where id = $1', scim.provider);

  const app = await makeClient(sql, { grant_types: EVERY_GRANT });
  const issued = await signInByClient(sql, app, person);
  const shown = await createStartedAuthorization(sql, app, { scope: 'email profile' });
  await getAuthorization(sql, shown, person);
  const mac = newMac();
  await startDeviceAuthorization(sql, app, mac);
  const pushed = randomUUID();
  await pushAuthorization(sql, app, {}, { id: pushed });
  const document = 'https://app.example.com/client.json';
  await api(sql, 'save_client_document', {
    ...{ document_url: document, seconds: 3_600, settings: EVERYTHING, client },
    document: { client_id: document, client_name: 'App', redirect_uris: ['https://app.example.com/callback'] },
  });

  const mail = await createUserWithMail(surface);
  const leased = await createUserWithMail(surface);
  await leaseMessage(surface, leased.id);
  const dead = await createUserWithMail(surface);
  await sql`update auth.messages set state = 'failed', finished_at = auth_lib.clock() where id = ${dead.id}`;
  await call('suppress_address', { ...admin, address: 'suppressed@example.com', reason: 'bounced' });
  const event = await sql<{ id: string; user_id: string; place: string }[]>`
    select id, user_id, place from auth.webhook_events where state = 'queued' order by place limit 1`;
  const [{ id: failed_event = '' } = {}] = await sql<{ id: string }[]>`
    update auth.webhook_events set state = 'failed', finished_at = auth_lib.clock()
    where id = (select id from auth.webhook_events where state = 'queued' order by place desc limit 1) returning id`;
  const logout = await createEndedSession(surface);

  return {
    '<settings>': EVERYTHING,
    '<settings with hooks>': { ...EVERYTHING, hooks: HOOKS },
    '<hook>': HOOKS.send_email,
    '<user>': person.id,
    '<email>': person.email,
    '<session>': person.session_id,
    '<claims>': { ...person.claims, exp: ADMIN.exp },
    '<other user>': other.id,
    '<other claims>': { ...other.claims, exp: ADMIN.exp },
    '<other identity>': await one(
      "select id from auth.identities where user_id = $1 and provider = 'github'",
      other.id,
    ),
    '<claims of an administrator>': { ...boss.claims, ...ADMIN },
    '<guarded claims>': guarded.claims,
    '<claims with codes>': codes.claims,
    '<weak claims with codes>': await signIn(surface, codes),
    '<recovery code>': recovery_code,
    '<guarded user>': guarded.id,
    '<guarded factor>': guarded.app.id,
    '<unconfirmed email>': unconfirmed.email,
    '<confirmation>': toUnsealedLink(confirmation),
    '<confirmation code>': codeOf(confirmation),
    '<factor>': totp.id,
    '<factor challenge>': await challengeFactor(surface, person, totp.id),
    '<factor code>': totpCode(surface, totp),
    '<factor secret>': { secret: totp.secret.toString('hex') },
    '<passkey>': passkey.id,
    '<credential>': passkey.credential_id,
    '<registration challenge>': await requestChallenge(surface, other),
    '<sign-in challenge>': await requestChallenge(surface),
    '<identity>': identity,
    '<provider tokens>': tokens,
    '<auth code>': auth_code,
    '<verifier>': PKCE.code_challenge,
    '<started flow>': await startProviderFlow(call, { taken: false }),
    '<consumed flow>': await startProviderFlow(call),
    '<custom id>': custom.id,
    '<custom provider>': (custom.provider as CallArguments).identifier,
    '<sso provider>': scim.provider,
    '<sso domain>': domain,
    '<sso record>': verification?.value,
    '<entity id>': entity,
    '<saml flow>': await startSamlFlow(surface, scim.provider),
    '<kept provider>': kept.id,
    '<kept metadata>': kept.metadata,
    '<scim token>': scim.token_id,
    '<scim user>': (await scim.user({ userName: `scim@${domain}` })).id,
    '<client>': app,
    '<client session>': issued.refresh.session_id,
    '<client counter>': issued.refresh.counter,
    '<client claims>': issued.claims,
    '<authorization>': await createStartedAuthorization(sql, app, { scope: 'email profile' }),
    '<shown authorization>': shown,
    '<silent authorization>': await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } }),
    '<approved authorization>': await createApprovedAuthorization(sql, app, person),
    '<approved device>': await createApprovedDevice(sql, app, person),
    '<user code mac>': mac,
    '<pushed request>': pushed,
    '<document>': document,
    '<message>': mail.id,
    '<leased message>': leased.id,
    '<failed message>': dead.id,
    '<webhook>': webhook,
    '<event>': event[0]?.id,
    '<event user>': event[0]?.user_id,
    '<event place>': event[0]?.place,
    '<failed event>': failed_event,
    '<logout>': logout.id,
  };
}
