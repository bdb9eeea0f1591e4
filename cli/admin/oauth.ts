// OAuth clients and grants of users, for the command line. A client secret is derived here and printed once.
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { formatPairs, formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { DEVICE_GRANT } from '../../gateway/oauth/metadata.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { createServerRing } from '../keys/server_ring.ts';
import {
  type Admin,
  type AdminResult,
  CHANGING,
  CONTEXT,
  displayNameOfUser,
  findUser,
  withAdmin,
} from './admin_functions.ts';

interface OutputOptions {
  settings: Settings;
  /** Reads the settings and the server's keys, from which client secrets are derived. */
  keys: () => Promise<Settings>;
  json: boolean;
  yes: boolean;
}

/** Options that describe a client. An option that is not given keeps its value, or gets the default in a new client. */
export interface ClientOptions {
  redirectUri?: string[];
  name?: string;
  type?: string;
  authMethod?: string;
  grantType?: string[];
  scope?: string;
  resource?: string[];
  postLogoutRedirectUri?: string[];
  backchannelLogoutUri?: string;
  uri?: string;
  logoUri?: string;
  tosUri?: string;
  policyUri?: string;
  requirePkce?: string;
  skipConsent?: string;
}

interface ClientWithSecret extends AdminResult {
  client: AdminResult;
  secret: { id: string; generation: number } | null;
}

export function listClients(o: OutputOptions & { page: number; per_page: number }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const args = { ...CONTEXT, page: String(o.page), per_page: String(o.per_page) };
    const { total, body } = (await admin.call('list_oauth_clients', args)) as {
      total: number;
      body: { clients: AdminResult[] };
    };
    const { clients } = body;
    if (o.json) {
      printJson({ clients, total });
      return 0;
    }
    const rows = clients.map((c) => [
      c.client_id,
      c.client_name,
      c.client_type,
      c.registration_type,
      (c.redirect_uris as string[]).join(' '),
      c.created_at,
    ]);
    print(formatTable(['id', 'name', 'type', 'registered', 'redirect uris', 'created'], rows));
    if (total > clients.length) printError(`${clients.length} of ${total} clients`);
    return 0;
  });
}

export function showClient(o: OutputOptions & { id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const client = await clientOf(admin, o.id);
    if (o.json) printJson(client);
    else print(formatPairs(client));
    return 0;
  });
}

export async function createClient(o: OutputOptions & { own: ClientOptions }): Promise<number> {
  const { redirectUri, grantType = [] } = o.own;
  if (redirectUri === undefined && (!grantType.includes('device_code') || grantType.includes('authorization_code')))
    throw new UsageError('name a --redirect-uri; only a client of devices alone (--grant-type device_code) needs none');
  const metadata = { ...buildClientMetadata(o.own), client_type: o.own.type };
  return withKeyRing(o, async (admin, show) =>
    show((await admin.call('create_oauth_client', { ...CHANGING, metadata })) as ClientWithSecret),
  );
}

export function changeClient(o: OutputOptions & { id: string; own: ClientOptions }): Promise<number> {
  const metadata = buildClientMetadata(o.own);
  if (Object.values(metadata).every((value) => value === undefined)) throw new UsageError('name an option to change');
  return withAdmin(o.settings, async (admin) => {
    const args = { ...CHANGING, client_id: o.id, metadata };
    const client = await admin.call('change_oauth_client', args);
    if (o.json) printJson(client);
    else print(`changed client ${String(client.client_id)}`);
    return 0;
  });
}

export function rotateSecret(o: OutputOptions & { id: string }): Promise<number> {
  return withKeyRing(o, async (admin, show) => {
    const client = await clientOf(admin, o.id);
    await askConfirmation(
      `Replace the secret of ${named(client)}?`,
      o.yes,
      EFFECTS['POST /admin/oauth/clients/{client_id}/regenerate_secret'],
    );
    return show((await admin.call('renew_oauth_client_secret', { ...CHANGING, client_id: o.id })) as ClientWithSecret);
  });
}

export function deleteClient(o: OutputOptions & { id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const client = await clientOf(admin, o.id);
    await askConfirmation(`Delete ${named(client)}?`, o.yes, EFFECTS['DELETE /admin/oauth/clients/{client_id}']);
    await admin.call('delete_oauth_client', { ...CHANGING, client_id: o.id });
    if (o.json) printJson({ deleted: client.client_id });
    else print(`deleted ${named(client)}; its access tokens stay valid elsewhere until they expire`);
    return 0;
  });
}

export function listGrants(o: OutputOptions & { who: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    const grants = await grantsOf(admin, user);
    if (o.json) printJson({ user_id: user.id, grants });
    else {
      const rows = grants.map(({ client, scopes, granted_at }) => [
        client.id,
        client.name,
        scopes.join(' '),
        granted_at,
      ]);
      print(formatTable(['client', 'name', 'scopes', 'granted'], rows));
    }
    return 0;
  });
}

export function revokeGrant(o: OutputOptions & { who: string; id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const user = await findUser(admin, o.who);
    await askConfirmation(
      `Revoke the access of client ${o.id} to ${displayNameOfUser(user)}?`,
      o.yes,
      EFFECTS['DELETE /admin/users/{user_id}/oauth/grants'],
    );
    await admin.call('revoke_user_grant', { ...CHANGING, user_id: user.id, client_id: o.id });
    if (o.json) printJson({ user_id: user.id, revoked: o.id });
    else print(`revoked the access of client ${o.id} to ${displayNameOfUser(user)}`);
    return 0;
  });
}

interface Grant {
  client: { id: string; name?: string };
  scopes: string[];
  granted_at: string;
}

const grantsOf = async (admin: Admin, user: AdminResult): Promise<Grant[]> =>
  (await admin.call('list_user_grants', { ...CONTEXT, user_id: user.id })) as unknown as Grant[];

const clientOf = (admin: Admin, client_id: string): Promise<AdminResult> =>
  admin.call('get_oauth_client', { ...CONTEXT, client_id });

const named = ({ client_id, client_name }: AdminResult): string =>
  `client ${String(client_id)}${client_name === undefined ? '' : ` (${JSON.stringify(client_name)})`}`;

/**
 * Runs the work as auth_admin, with the key ring that derives client secrets. `show` prints a client and its secret, if
 * it has one.
 */
async function withKeyRing(
  o: OutputOptions,
  work: (admin: Admin, show: (saved: ClientWithSecret) => number) => Promise<number>,
): Promise<number> {
  const ring = createServerRing(await o.keys(), { as: 'server', sealed: 'secrets of clients are' });
  return withAdmin({ ...o.settings, sealing_key_id: ring.sealing_key_id }, (admin) =>
    work(admin, ({ client, secret }) => {
      const client_secret = secret === null ? undefined : ring.clientSecret(secret.id, secret.generation);
      if (o.json) printJson({ ...client, client_secret });
      else if (client_secret === undefined) print(`client ${String(client.client_id)}, without a secret`);
      else print(`client ${String(client.client_id)}\nsecret, not shown again: ${client_secret}`);
      return 0;
    }),
  );
}

const truth = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : text === 'yes');

/** Converts the options to the metadata in the body of POST and PUT /admin/oauth/clients. */
function buildClientMetadata(own: ClientOptions): Record<string, unknown> {
  return {
    redirect_uris: own.redirectUri,
    client_name: own.name,
    token_endpoint_auth_method: own.authMethod,
    // `device_code` is the short form of the grant type's URN.
    grant_types: own.grantType?.map((name) => (name === 'device_code' ? DEVICE_GRANT : name)),
    scope: own.scope,
    resources: own.resource,
    post_logout_redirect_uris: own.postLogoutRedirectUri,
    backchannel_logout_uri: own.backchannelLogoutUri,
    client_uri: own.uri,
    logo_uri: own.logoUri,
    tos_uri: own.tosUri,
    policy_uri: own.policyUri,
    require_pkce: truth(own.requirePkce),
    skips_consent: truth(own.skipConsent),
  };
}
