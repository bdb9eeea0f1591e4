// The system under test of the takeover model: one database, a gateway for each set of settings, mailboxes, an identity
// provider that the operator trusts, and one with a linking domain of its own. Requests call the gateway's handler
// without a socket. Routing, guards, tokens, SQL and replies are those of a running gateway. Messages are leased and
// composed as by the worker.
import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { createNames } from '../../../core/database/names.ts';
import { RELEASE } from '../../../core/database/release.ts';
import { createKeyRing } from '../../../core/keys/ring.ts';
import { createLog } from '../../../core/log.ts';
import { composeMail, type LeasedMessage } from '../../../core/mail/compose.ts';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import type { Settings } from '../../../core/settings/table.ts';
import { createCall } from '../../../gateway/database/call.ts';
import { createPools } from '../../../gateway/database/pools.ts';
import { createJwt } from '../../../gateway/http/jwt.ts';
import { createTestMailSender } from '../../../gateway/mail/test_mail.ts';
import { createGateway } from '../../../gateway/pipeline/app.ts';
import { samlRequestId } from '../../../gateway/saml/service.ts';
import type { HttpHandler } from '../../../gateway/server/types.ts';
import { composeSms } from '../../../worker/sms/compose.ts';
import { signToken } from '../../support/clients/admin.ts';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { createHookSchema, functionHookSettings } from '../../support/database/hooks.ts';
import { EXTERNAL_URL, SITE_URL, stackSettings } from '../../support/processes/stack_parts.ts';
import { base64Xml, createSamlIdp, type SamlIdp } from '../../support/providers/saml_idp.ts';
import { SAML_SETTINGS } from '../../support/providers/saml_settings.ts';
import {
  type AssertedAccount,
  type OWN_DOMAIN,
  type SHARED,
  startTwoDomains,
} from '../../support/providers/two_domains.ts';
import { prepareTableInvariants, type TableInvariants } from './tables.ts';

/** Settings that an operator may change while accounts exist. */
export const SETTINGS_BY_MODE = {
  default: {},
  'unverified sign-ins': { SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' },
  autoconfirm: { SVC_MAILER_AUTOCONFIRM: 'true', SVC_SMS_AUTOCONFIRM: 'true' },
} as const satisfies Record<string, Record<string, string>>;
export type SettingsMode = keyof typeof SETTINGS_BY_MODE;

export interface GatewayResponse {
  status: number;
  location: string | null;
  body: ResponseBody;
}

/** Members of responses that the model reads. Each response has some of them. */
export interface ResponseBody {
  id: string;
  email?: string;
  phone?: string;
  is_anonymous?: boolean;
  access_token?: string;
  refresh_token: string;
  identities?: { id: string; identity_id: string; provider: string; email?: string | null }[];
  factors?: { id: string; status: string }[];
  totp: { secret: string };
  challenge_id: string;
  /** Options of a WebAuthn ceremony. */
  options: unknown;
  action_link: string;
  /** Sign-in URL at the identity provider of an organization. */
  url: string;
  token: string;
}

/** An organization with an identity provider, and a token that provisions users. */
export interface Organization {
  idp: SamlIdp;
  provider: string;
  token: string;
}

/** An account at a provider, which returns any claims that its owner specifies. */
export interface Person extends AssertedAccount {
  provider: typeof SHARED | typeof OWN_DOMAIN;
}

export interface Message {
  kind: string;
  /** Path and query of the link; '' for an SMS. */
  link: string;
  code: string;
  at: number;
}

export interface GatewayRequest {
  method: string;
  path: string;
  body?: unknown;
  /** Form to send in place of a JSON body. */
  form?: Record<string, string>;
  token?: string | undefined;
  aud?: string | undefined;
}

export interface SystemUnderTest {
  db: TestDatabase;
  tables: TableInvariants;
  readonly requests: number;
  /** The organization of the victim, and that of the attacker. */
  organizations: Readonly<Record<'own' | 'hostile', Organization>>;
  ask(mode: SettingsMode, call: GatewayRequest): Promise<GatewayResponse>;
  /** Signs a person in: the identity provider of the organization asserts a subject and an address. */
  assert(mode: SettingsMode, at: Organization, who: { nameId: string; mail: string }): Promise<GatewayResponse>;
  /** Leases and composes the messages queued for an address since the last call, oldest first. */
  deliver(address: string): Promise<Message[]>;
  close(): Promise<void>;
}

/** Second audience, in addition to the default one. */
export const OTHER_AUDIENCE = 'other';

/** All flows use the same PKCE verifier. */
const VERIFIER = 'v'.repeat(64);
export const CODE_VERIFIER = VERIFIER;
export const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
};

/** Tokens of the administrator, by audience. */
const services = new Map<string, string>();
export function serviceToken(aud: string): string {
  const token = services.get(aud) ?? signToken({ role: 'service_role', aud });
  services.set(aud, token);
  return token;
}

const NO_LIMIT = '100000000';
const SETTINGS: Record<string, string> = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '86400',
  SVC_SMTP_MAX_FREQUENCY: '1us',
  SVC_SMS_MAX_FREQUENCY: '1us',
  SVC_RATE_LIMIT_EMAIL_SENT: NO_LIMIT,
  SVC_RATE_LIMIT_SMS_SENT: NO_LIMIT,
  SVC_RATE_LIMIT_EMAIL_PER_ADDRESS: '0',
  SVC_RATE_LIMIT_SMS_PER_ADDRESS: '0',
  SVC_PASSKEY_ENABLED: 'true',
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_ORIGINS: SITE_URL,
  SVC_DB_MAX_POOL_SIZE: '12',
  SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
  ...SAML_SETTINGS,
  SVC_SCIM_ENABLED: 'true',
  SVC_RATE_LIMIT_SSO: NO_LIMIT,
  SVC_SAML_RATE_LIMIT_ASSERTION: NO_LIMIT,
  SVC_RATE_LIMIT_SCIM: NO_LIMIT,
  ...functionHookSettings('merge_users'),
};

export async function startSystem(): Promise<SystemUnderTest> {
  const db = await createDatabase();
  await createHookSchema(db);
  const providers = await startTwoDomains();
  const env = {
    ...db.environment(),
    ...stackSettings(9),
    ...SETTINGS,
    ...providers.env,
  };
  const gateways = new Map<SettingsMode, Gateway>();
  for (const [mode, more] of Object.entries(SETTINGS_BY_MODE))
    gateways.set(mode as SettingsMode, await startHandler({ ...env, ...more }));
  const { settings } = gateways.get('default') as Gateway;
  const ring = createKeyRing(settings);
  const tables = await prepareTableInvariants(db.sql);
  let requests = 0;
  const ask = (mode: SettingsMode, call: GatewayRequest): Promise<GatewayResponse> => {
    requests += 1;
    return callHandler((gateways.get(mode) as Gateway).handler, call);
  };

  return {
    db,
    tables,
    organizations: { own: await createOrganization('own', ask), hostile: await createOrganization('hostile', ask) },
    get requests() {
      return requests;
    },
    ask,
    async assert(mode, { idp, provider }, { nameId, mail }) {
      const body = { provider_id: provider, redirect_to: SITE_URL, skip_http_redirect: true };
      const { url } = (await ask(mode, { method: 'POST', path: '/sso', body })).body;
      const RelayState = new URL(url).searchParams.get('RelayState') ?? '';
      const acs = `${EXTERNAL_URL}/sso/saml/acs`;
      const audience = `${EXTERNAL_URL}/sso/saml/metadata`;
      const requestId = samlRequestId(RelayState);
      const response = idp.respond({ now: Date.now(), acs, audience, requestId, nameId, attributes: { mail } });
      const form = { SAMLResponse: base64Xml(response), RelayState };
      return ask(mode, { method: 'POST', path: '/sso/saml/acs', form });
    },
    async deliver(address) {
      const rows = await db.sql.unsafe<{ taken: LeasedMessage | { nothing: string } }[]>(
        `select auth_api.lease_message(m.id, m.generation, '{}') as taken
         from (select m.id, m.generation from auth.messages as m
           where m.to_address = $1 and m.state = 'queued' order by m.created_at) as m`,
        [address],
        { prepare: true },
      );
      return rows.flatMap(({ taken }) => {
        if (!('message' in taken) || taken.token === null) return []; // replaced meanwhile, or a notification
        const sent =
          taken.message.channel === 'sms'
            ? composeSms(taken, (code) => code, ring)
            : composeMail(taken, settings, ring);
        const link = sent.link.startsWith(EXTERNAL_URL) ? sent.link.slice(EXTERNAL_URL.length) : sent.link;
        return [{ kind: sent.kind, link, code: sent.code, at: Date.parse(sent.created_at) }];
      });
    },
    async close() {
      for (const gateway of gateways.values()) await gateway.close();
      await providers.close();
      await db.drop();
    },
  };
}

/** Adds the identity provider of an organization, with a token for SCIM. */
async function createOrganization(
  name: string,
  ask: (mode: SettingsMode, call: GatewayRequest) => Promise<GatewayResponse>,
): Promise<Organization> {
  const idp = createSamlIdp({ entityId: `https://${name}.example.com` });
  const token = serviceToken('authenticated');
  const path = '/admin/sso/providers';
  const body = { type: 'saml', metadata_xml: idp.metadata };
  const { id } = (await ask('default', { method: 'POST', path, body, token })).body;
  const made = await ask('default', { method: 'POST', path: `${path}/${id}/scim-tokens`, body: { name }, token });
  if (!made.body.token) throw new Error(`the organization ${name} got no token (${made.status})`);
  return { idp, provider: id, token: made.body.token };
}

interface Gateway {
  settings: Settings;
  handler: HttpHandler;
  close(): Promise<void>;
}

/** Starts a gateway without a listening socket. */
async function startHandler(env: Record<string, string>): Promise<Gateway> {
  const { settings, sources } = readSettings(readEnvironment({ env, file: null }));
  const log = createLog({ level: 'fatal', stream: process.stderr });
  const names = createNames(settings.db_namespace, settings.role_prefix);
  const pools = createPools({ driver: postgres, settings, roles: names.role, warn: () => undefined });
  const jwt = createJwt({ settings, now: Date.now });
  await jwt.ready();
  const { handler } = createGateway({
    test_mail: createTestMailSender(settings, undefined),
    reports: {
      ask: () => Promise.reject(new Error('no reports here')),
      run: () => Promise.reject(new Error('no reports here')),
      close: async () => undefined,
    },
    settings,
    sources,
    log,
    call: createCall(pools, { prepare: settings.db_prepare, patience_ms: 60_000 }),
    ring: createKeyRing(settings),
    jwt,
    release: RELEASE,
    api: names.api,
    stopping: () => false,
  });
  return { settings, handler, close: () => pools.close() };
}

async function callHandler(
  handler: HttpHandler,
  { method, path, body, form, token, aud }: GatewayRequest,
): Promise<GatewayResponse> {
  const [pathname = '', query = ''] = path.split('?', 2);
  const headers: Record<string, string | undefined> = {
    'content-type': form ? 'application/x-www-form-urlencoded' : body === undefined ? undefined : 'application/json',
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    'x-jwt-aud': aud,
    'user-agent': 'model',
  };
  const response = await handler({
    method,
    path: pathname,
    query,
    header: (name) => headers[name.toLowerCase()],
    remote_addr: '127.0.0.1',
    body: async () =>
      Buffer.from(form ? new URLSearchParams(form).toString() : body === undefined ? '' : JSON.stringify(body)),
    aborted: false,
  });
  const text = response.body?.toString() ?? '';
  if (response.status >= 500) throw new Error(`${method} ${path} was answered ${response.status} ${text}`);
  const found = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'location');
  return {
    status: response.status,
    location: found?.[1] ?? null,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
  };
}
