// A console on a real server, with sample users and events for its pages.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { RunDoctor } from '../../../console/server/handler.ts';
import { openLocalConsole, openProductionConsole, type RunningConsole } from '../../../console/server/open.ts';
import { createLog } from '../../../core/log.ts';
import { type RunningGateway, startGateway } from '../../../gateway/main.ts';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { SERVICE } from '../clients/admin.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../clients/totp.ts';
import type { TestDatabase } from '../database/db.ts';
import { createHookSchema, functionHookSettings } from '../database/hooks.ts';
import { makeClient, signInByClient, type UserClaims } from '../database/oauth.ts';
import { createSamlIdp, type SamlIdp } from '../providers/saml_idp.ts';
import { SAML_SETTINGS } from '../providers/saml_settings.ts';
import { bearer, confirmedUser, newEmail, type Stack, startStack } from './stack.ts';

/**
 * Inserts the request counts of one day for the overview page: few at night, many by day, and one hour of password
 * guessing.
 */
async function fillTallies({ sql }: Stack['db']): Promise<void> {
  const hours = Array.from({ length: 24 }, (_, ago) => {
    const at = new Date(Date.now() - (ago + 1) * 3_600_000);
    const busy = 20 + Math.round(90 * Math.max(0, Math.sin(((at.getUTCHours() - 5) / 18) * Math.PI)));
    return { day: at.toISOString().slice(0, 10), hour: at.getUTCHours(), busy, guessing: ago === 9 };
  });
  const rows = hours.flatMap(({ day, hour, busy, guessing }) =>
    [
      ['sign_in', 'password', 'ok', busy],
      ['sign_in', 'google', 'ok', Math.round(busy / 3)],
      ['refusal', 'invalid_credentials', 'POST /token', guessing ? 97 : Math.round(busy / 9)],
      ['refusal', 'email_not_confirmed', 'POST /token', Math.round(busy / 25) + 1],
      ['refusal', 'otp_expired', 'GET /verify', Math.round(busy / 40) + 1],
      ['latency', 'POST /token', '10', busy * 3],
      ['latency', 'POST /token', '50', Math.round(busy / 3) + (guessing ? 90 : 0)],
    ].map(([kind, name, outcome, count]) => ({ day, hour, kind, name, outcome, count })),
  );
  await sql`insert into auth.tallies ${sql(rows)}`;
}

/** Inserts messages that servers did not accept. */
async function fillMessages({ sql }: Stack['db']): Promise<void> {
  await sql`
    insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, tries, last_error, expires_at, finished_at, created_at)
    select gen_random_uuid(), u.id, 'magic_link', 'mail', u.email, 1, '', '', 'failed', 5, a.error, now(), now() - a.n * interval '7 minutes', now() - a.n * interval '9 minutes'
    from (values (1, '452 4.2.2 The mailbox is full'), (2, '452 4.2.2 The mailbox is full'), (3, '550 5.7.1 Message rejected as spam')) as a (n, error)
    join (select x.id, x.email, row_number() over (order by x.email) as n from auth.users as x) as u on u.n = a.n`;
}

export const PASSWORD = 'correct horse battery';
/** A phone number whose code is fixed. No SMS is sent to it. */
export const STAFF_PHONE = '15550001122';
export const STAFF_CODE = '424242';

export interface ConsoleWithData {
  stack: Stack;
  console: RunningConsole;
  /** The console of a production gateway. Users sign in with their accounts. */
  production: RunningConsole;
  /** Opens another console on this machine. `doctor` runs the checks of `postern doctor`. */
  openLocal(doctor?: RunDoctor): Promise<RunningConsole>;
  /** Creates an account with a role and a TOTP factor. The header has an access token at aal2. */
  staff(role: string): Promise<{ id: string; email: string; secret: Buffer; headers: Record<string, string> }>;
  /** Port of the configured Keycloak. No server listens on it. */
  keycloak_port: number;
  /** Id of a banned user with audit entries. */
  person: string;
  address: string;
  /** Paths of the pages, at least one of each kind. */
  pages: readonly string[];
  /** Creates an OAuth client with this metadata and approves it as a user. Returns the client id. */
  approveClient(email: string, metadata: Record<string, unknown>): Promise<string>;
  /** Adds an identity provider of an organization. */
  addOrganization(members: Record<string, unknown>): Promise<{ id: string; idp: SamlIdp }>;
  /** Signs in with a wrong password. Resolves after the gateway has stored the audit entry. */
  refusedSignIn(email?: string, ip?: string): Promise<{ request_id: string; email: string }>;
  close(): Promise<void>;
}

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
];
const PEOPLE = ['Marguerite Okafor', 'Jonas Lindqvist', 'Amira Haddad', 'Tomás Herrera', 'Yuki Tanabe', 'Nils Brandt'];

export async function startConsoleWithData(o: { db?: TestDatabase } = {}): Promise<ConsoleWithData> {
  // Passkeys are bound to the URL of the console, so the port must be known first.
  const port = await findFreePort();
  const keycloak_port = await findFreePort();
  const stack = await startStack({
    ...o,
    env: {
      SVC_PASSKEY_ENABLED: 'true',
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_DISPLAY_NAME: 'Postern',
      SVC_WEBAUTHN_RP_ORIGINS: `http://localhost:${port}`,
      SVC_RATE_LIMIT_EMAIL_PER_ADDRESS: '1000000',
      SVC_SMTP_MAX_FREQUENCY: '1ms',
      SVC_JWT_SUPPORT_ROLES: 'support_team',
      SVC_JWT_AUDITOR_ROLES: 'audit_team',
      SVC_MFA_TOTP_ENROLL_ENABLED: 'true',
      SVC_MFA_TOTP_VERIFY_ENABLED: 'true',
      SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
      SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
      SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
      SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
      SVC_MFA_PHONE_MAX_FREQUENCY: '1ms',
      SVC_SMS_TEST_OTP: `${STAFF_PHONE}:${STAFF_CODE}`,
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_SCIM_ENABLED: 'true',
      ...SAML_SETTINGS,
      SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8',
      ...functionHookSettings('before_user_created'),
      SVC_EXTERNAL_KEYCLOAK_ENABLED: 'true',
      SVC_EXTERNAL_KEYCLOAK_CLIENT_ID: 'app',
      SVC_EXTERNAL_KEYCLOAK_SECRET: 'CANARY-keycloak',
      SVC_EXTERNAL_KEYCLOAK_REDIRECT_URI: 'http://localhost:9999/callback',
      SVC_EXTERNAL_KEYCLOAK_URL: `http://127.0.0.1:${keycloak_port}/realms/x`,
    },
  });
  await createHookSchema(stack.db);
  const log = createLog({ level: 'fatal' });
  const gateway: RunningGateway = await startGateway({
    settings: stack.settings,
    sources: stack.sources,
    log,
    listens: false,
  });
  const openLocal: ConsoleWithData['openLocal'] = (doctor) =>
    openLocalConsole({
      settings: stack.settings,
      log,
      handler: gateway.handler,
      port: 0,
      any_port: false,
      opens_itself: false,
      doctor,
      database: 'postern on 127.0.0.1',
    });
  const opened = await openLocal();

  const production = await openProductionConsole({
    settings: { ...stack.settings, console_port: port, console_url: `http://localhost:${port}` },
    log,
    handler: gateway.handler,
  });

  const staff: ConsoleWithData['staff'] = async (role) => {
    const email = newEmail();
    const made = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
    await stack.request('PUT', `/admin/users/${made.body.id}`, { role }, SERVICE);
    const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    const token = bearer(signed.body.access_token);
    const app = await stack.post('/factors', { factor_type: 'totp', friendly_name: 'app' }, token);
    const secret = decodeBase32((app.body.totp as { secret: string }).secret);
    const challenge = await stack.post(`/factors/${app.body.id}/challenge`, {}, token);
    await waitForFreshTimeStep();
    // Uses the code of the previous time step, so that the code of the current step stays unused for the next sign-in.
    const body = { challenge_id: challenge.body.id, code: computeTotp(secret, Date.now() - 30_000) };
    const verified = await stack.post(`/factors/${app.body.id}/verify`, body, token);
    if (verified.status !== 200) throw new Error(`the factor was not verified: ${verified.text}`);
    return { id: String(made.body.id), email, secret, headers: bearer(verified.body.access_token) };
  };

  const approveClient: ConsoleWithData['approveClient'] = async (address, metadata) => {
    const signed = await stack.post('/token?grant_type=password', { email: address, password: PASSWORD });
    const claims = decodeJwt(String(signed.body.access_token)) as UserClaims['claims'];
    const client_id = await makeClient(stack.db.sql, metadata);
    await signInByClient(stack.db.sql, client_id, { id: String(claims.sub), claims });
    return client_id;
  };
  const addOrganization: ConsoleWithData['addOrganization'] = async (members) => {
    const idp = createSamlIdp({ entityId: `https://idp.example.com/${randomUUID()}` });
    const made = await stack.post(
      '/admin/sso/providers',
      { type: 'saml', metadata_xml: idp.metadata, ...members },
      SERVICE,
    );
    if (made.status !== 201) throw new Error(`the provider was not added: ${made.text}`);
    return { id: String(made.body.id), idp };
  };

  const refusedSignIn: ConsoleWithData['refusedSignIn'] = async (email = newEmail(), ip = '198.51.100.23') => {
    // A separate gateway, because a gateway stores its counts when it stops.
    const other = await stack.another();
    const headers = { 'X-Forwarded-For': ip, 'User-Agent': AGENTS[2] ?? '' };
    const answer = await other.post('/token?grant_type=password', { email, password: 'not the password' }, headers);
    const request_id = answer.headers.get('x-request-id') ?? '';
    await other.stop();
    return { request_id, email };
  };

  let person = '';
  for (const [i, name] of PEOPLE.entries()) {
    const email = `${name
      .toLowerCase()
      .replaceAll(' ', '.')
      .normalize('NFD')
      .replace(/[^a-z.]/g, '')}@example.com`;
    const made = await stack.post(
      '/admin/users',
      { email, password: PASSWORD, email_confirm: i !== 4, user_metadata: { full_name: name, locale: 'fr' } },
      SERVICE,
    );
    if (i === 0) person = String(made.body.id);
    for (const [turn, agent] of AGENTS.entries())
      if (turn <= i && i !== 4)
        await stack.post(
          '/token?grant_type=password',
          { email, password: PASSWORD },
          { 'User-Agent': agent, 'X-Forwarded-For': `198.51.100.${20 + i}` },
        );
  }
  await fillTallies(stack.db);
  await stack.post(
    '/admin/webhooks',
    { url: 'http://127.0.0.1:9/crm', kinds: ['user.created', 'user.banned'] },
    SERVICE,
  );
  const email = 'marguerite.okafor@example.com';
  await stack.post('/recover', { email });
  await approveClient(email, { client_name: 'Field Notes', client_uri: 'https://notes.example.com' });
  await addOrganization({ name: 'Northwind', domains: ['northwind.example'] });
  await fillMessages(stack.db);
  await refusedSignIn(email, '192.0.2.201');
  await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${person}`, { ban_duration: '24h' }, SERVICE);
  const { request_id } = await refusedSignIn(email, '203.0.113.77');
  return {
    stack,
    console: opened,
    production,
    openLocal,
    staff,
    keycloak_port,
    person,
    address: email,
    pages: [
      '/overview',
      '/why',
      `/why?q=${encodeURIComponent(email)}`,
      `/why?q=${request_id}`,
      '/why?q=user_banned',
      '/why?q=203.0.113.0/24',
      '/why?q=nothing-has-this-name',
      '/users',
      `/users/${person}`,
      '/sessions',
      '/audit',
      '/messages',
      '/templates',
      '/templates/recovery/default',
      '/webhooks',
      '/providers',
      '/settings',
      '/keys',
      '/doctor',
      '/rules',
      '/rules/auth_api.refresh_session',
    ],
    approveClient,
    addOrganization,
    refusedSignIn,
    async close() {
      await opened.close();
      await production.close();
      await gateway.close({ at_once: true });
      await stack.close();
    },
  };
}
