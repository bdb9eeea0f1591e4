// Identity providers of organizations on the command line. Uses the same functions and metadata parser as the admin
// API.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createNetworkRestriction } from '../../core/reach.ts';
import { toAsciiDomain } from '../../core/saml/domains.ts';
import {
  fetchMetadata,
  METADATA_DEADLINE_MS,
  MetadataFetchError,
  type StoredMetadata,
  toStoredMetadata,
} from '../../core/saml/fetch_metadata.ts';
import { MetadataError } from '../../core/saml/metadata.ts';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatCell, formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { type CheckedIdp, checkIdp } from '../../gateway/saml/check_provider.ts';
import { restoreSsoProviders } from '../../import/gotrue/sso.ts';
import { type Admin, type AdminResult, CHANGING, CONTEXT, withAdmin } from '../admin/admin_functions.ts';

export interface IdpOptions {
  metadataUrl?: string;
  metadataFile?: string;
  entityId?: string;
  domain?: string[];
  name?: string;
  resourceId?: string;
  nameIdFormat?: string;
  mapping?: string;
  emailDomains?: string;
  requireSigned?: string;
  idpInitiated?: boolean;
  justInTime?: boolean;
  forceAuthn?: boolean;
  signRequests?: boolean;
  authnContext?: string[];
  scoping?: string[];
  algorithm?: string[];
  disable?: true;
  enable?: true;
  refresh?: true;
  json?: true;
}

interface SamlProvider {
  readonly entity_id: string;
  readonly metadata_url?: string;
  readonly metadata: {
    readonly sso_url: string;
    readonly fetched_at: string;
    readonly failed_at?: string;
    readonly valid_until?: string;
    readonly certificates: readonly { readonly sha256: string; readonly not_after: string }[];
  };
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds the options that describe an identity provider. */
export function withIdpOptions(command: Command): Command {
  return command
    .option('--metadata-url <url>', 'https address of its metadata, fetched again when they are due')
    .option('--metadata-file <file>', 'file with its metadata')
    .option('--entity-id <id>', 'entity ID of the one to take, if the metadata hold several')
    .option('--domain <domain>', 'domain whose users sign in with it; may be repeated', collect)
    .option('--name <name>', 'display name')
    .option('--resource-id <id>', 'name for infrastructure tools')
    .option('--name-id-format <format>', 'NameID format to request')
    .option('--mapping <file>', 'file with the attribute mapping as JSON')
    .option('--email-domains <own|any>', 'which addresses it may assert')
    .option('--require-signed <either|assertion>', 'what must be signed')
    .option('--idp-initiated', 'accept sign-ins that it starts')
    .option('--no-idp-initiated', 'refuse sign-ins that it starts')
    .option('--just-in-time', 'create accounts at the first sign-in')
    .option('--no-just-in-time', 'only accounts that exist can sign in')
    .option('--force-authn', 'ask users again at each sign-in')
    .option('--no-force-authn', 'let it use its own session')
    .option('--sign-requests', 'sign requests to it')
    .option('--no-sign-requests', 'do not sign requests to it')
    .option('--authn-context <uri>', 'authentication context that it must assert; may be repeated, empty: any', collect)
    .option('--scoping <entity-id>', 'provider behind it to offer; may be repeated, empty: any', collect)
    .option(
      '--algorithm <name>',
      'signature algorithm that it may use, such as rsa-sha256; may be repeated, empty: all',
      collect,
    )
    .option('--disable', 'disable it');
}

function readFileContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read.`, { code: 'unreadable_file', cause: error });
  }
}

function readMappingFile(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileContent(file).toString('utf8'));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} is no JSON.`, { code: 'mapping', cause: error });
  }
}

/** Converts the options to members of a request body of the admin API. */
function buildProviderMembers(own: IdpOptions): Record<string, unknown> {
  if (own.disable && own.enable) throw new UsageError('pass --enable or --disable, not both');
  const members = {
    domains: own.domain?.map(toAsciiDomain),
    name: own.name,
    resource_id: own.resourceId,
    name_id_format: own.nameIdFormat,
    attribute_mapping: readMappingFile(own.mapping),
    email_domains: own.emailDomains,
    require_signed: own.requireSigned,
    idp_initiated: own.idpInitiated,
    just_in_time: own.justInTime,
    force_authn: own.forceAuthn,
    sign_requests: own.signRequests,
    requested_authn_context: own.authnContext?.filter((uri) => uri !== ''),
    scoping: own.scoping?.filter((id) => id !== ''),
    allowed_algorithms: own.algorithm?.filter((name) => name !== ''),
    disabled: own.disable === true ? true : own.enable === true ? false : undefined,
    metadata_url: own.metadataUrl,
    metadata_xml: own.metadataFile === undefined ? undefined : readFileContent(own.metadataFile).toString('utf8'),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Parses the metadata `xml`, or fetches it from `url`. Returns null if neither is given. */
async function loadMetadata(
  settings: Settings,
  { url, xml, entityId }: { url: string | undefined; xml: string | undefined; entityId: string | undefined },
): Promise<StoredMetadata | null> {
  if (url === undefined && xml === undefined) return null;
  const limit = settings.saml_metadata_max_size;
  const reach = createNetworkRestriction({ networks: settings.saml_allowed_networks });
  const signal = AbortSignal.timeout(METADATA_DEADLINE_MS);
  try {
    const bytes = xml === undefined ? await fetchMetadata(url as string, { reach, limit, signal }) : Buffer.from(xml);
    return toStoredMetadata(bytes, { limit, ...(entityId === undefined ? {} : { entityId }) });
  } catch (error) {
    if (error instanceof MetadataFetchError)
      throw new CommandError(`The metadata cannot be fetched: ${error.message}.`, { code: error.code, cause: error });
    if (error instanceof MetadataError)
      throw new CommandError(`The metadata cannot be used: ${error.message}.`, { code: error.code, cause: error });
    throw error;
  }
}

const samlOf = (provider: AdminResult): SamlProvider => provider.saml as unknown as SamlProvider;
const domainsOf = (provider: AdminResult): string =>
  (provider.domains as { domain: string }[]).map(({ domain }) => domain).join(', ');
const stateOf = (provider: AdminResult): string => (provider.disabled === true ? 'off' : 'on');

export async function listIdps(settings: Settings, { json }: { json?: true }): Promise<number> {
  const none = { resource_id: null, resource_id_prefix: null, domain: null };
  const answer = await withAdmin(settings, (admin) => admin.call('list_sso_providers', { ...CONTEXT, ...none }));
  const items = answer.items as AdminResult[];
  if (json) printJson(items);
  else {
    const rows = items.map((one) => [
      String(one.id),
      String(one.name ?? ''),
      stateOf(one),
      samlOf(one).entity_id,
      domainsOf(one),
    ]);
    print(formatTable(['id', 'name', 'state', 'entity id', 'domains'], rows));
  }
  if (!settings.saml_enabled) printError('SVC_SAML_ENABLED is off: nobody can sign in with an identity provider');
  return 0;
}

const get = (admin: Admin, id: string): Promise<AdminResult> => admin.call('get_sso_provider', { ...CONTEXT, id });

export async function showIdp(settings: Settings, { id, json }: { id: string; json?: true }): Promise<number> {
  const provider = await withAdmin(settings, (admin) => get(admin, id));
  if (json) printJson(provider);
  else printProvider(provider);
  return 0;
}

function printProvider(provider: AdminResult): void {
  const { entity_id, metadata_url, metadata } = samlOf(provider);
  const lines: readonly (readonly [string, string])[] = [
    ['id', String(provider.id)],
    ['name', String(provider.name ?? '')],
    ['state', stateOf(provider)],
    ['entity id', entity_id],
    ['sign-in', metadata.sso_url],
    ['domains', domainsOf(provider)],
    ['metadata', metadata_url ?? 'given as XML'],
    ['fetched', metadata.fetched_at],
    ['failing since', metadata.failed_at ?? ''],
    ...metadata.certificates.map((one) => ['certificate', `${one.sha256} until ${one.not_after}`] as const),
  ];
  print(
    formatTable(
      ['member', 'value'],
      lines.filter(([, value]) => value !== '').map((line) => [...line]),
    ),
  );
}

export async function addIdp(settings: Settings, own: IdpOptions): Promise<number> {
  const provider: Record<string, unknown> = { type: 'saml', ...buildProviderMembers(own) };
  const added = await withAdmin(settings, async (admin) => {
    await admin.call('prepare_sso_provider', { ...CONTEXT, id: null, provider });
    const metadata = await loadMetadata(settings, {
      url: own.metadataUrl,
      xml: provider.metadata_xml as string | undefined,
      entityId: own.entityId,
    });
    return admin.call('create_sso_provider', { ...CHANGING, provider, metadata });
  });
  if (own.json) printJson(added);
  else {
    print(`Added ${String(added.id)}.`);
    const base = (settings.saml_external_url || settings.api_external_url).replace(/\/$/, '');
    if (base !== '') print(`Give the identity provider ${base}/sso/saml/metadata.`);
  }
  if (!settings.saml_enabled) printError('SVC_SAML_ENABLED is off: nobody can sign in with an identity provider');
  return 0;
}

export async function changeIdp(settings: Settings, { id, own }: { id: string; own: IdpOptions }): Promise<number> {
  const provider = buildProviderMembers(own);
  const changed = await withAdmin(settings, async (admin) => {
    const known = await admin.call('prepare_sso_provider', { ...CONTEXT, id, provider });
    const stored = typeof known.metadata_url === 'string' ? known.metadata_url : undefined;
    if (own.refresh && stored === undefined)
      throw new CommandError('The metadata of this provider were given as XML.', { code: 'no_url' });
    const metadata = await loadMetadata(settings, {
      url: own.metadataUrl ?? (own.refresh ? stored : undefined),
      xml: provider.metadata_xml as string | undefined,
      entityId: own.entityId ?? String(known.entity_id),
    });
    return admin.call('change_sso_provider', { ...CHANGING, id, provider, metadata });
  });
  if (own.json) printJson(changed);
  else printProvider(changed);
  return 0;
}

interface RemoveIdpOptions {
  id: string;
  keepSessions?: true;
  yes?: true;
  json?: true;
}

export async function removeIdp(
  settings: Settings,
  { id, keepSessions, yes, json }: RemoveIdpOptions,
): Promise<number> {
  await askConfirmation(
    `Remove ${id}? Users cannot sign in with it any more.`,
    yes === true,
    EFFECTS['DELETE /admin/sso/providers/{provider_id}'],
  );
  const end_sessions = keepSessions ? 'false' : 'true';
  const removed = await withAdmin(settings, (admin) =>
    admin.call('delete_sso_provider', { ...CHANGING, id, end_sessions }),
  );
  if (json) printJson(removed);
  else {
    print(`removed ${String(removed.id)}`);
    print('Its users stay. A provider that is added again has another id, and does not find them.');
  }
  return 0;
}

export async function restoreIdps(settings: Settings, { json }: { json?: true }): Promise<number> {
  const limit = settings.saml_metadata_max_size;
  const restored = await withAdmin(settings, (admin) =>
    restoreSsoProviders(
      async (name, args) => {
        try {
          return await admin.call(name, { ...(name === 'restore_sso_provider' ? CHANGING : CONTEXT), ...args });
        } catch (error) {
          // An error of one provider is reported, and the next provider is still restored.
          if (!(error instanceof CommandError) || name !== 'restore_sso_provider') throw error;
          return { refused: { message: error.message } };
        }
      },
      { limit },
    ),
  );
  if (json) printJson(restored);
  else if (restored.length === 0) print('There is no identity provider in kept_rows.');
  for (const { id, entity_id, reason, left } of json ? [] : restored) {
    print(reason === undefined ? `added ${id} (${entity_id})` : `${entity_id} stays in kept_rows: ${reason}`);
    for (const domain of left) print(`its domain ${domain} stays in kept_rows: it cannot belong to a provider`);
  }
  return restored.every(({ reason }) => reason === undefined) ? 0 : 1;
}

export async function testIdp(
  settings: Settings,
  o: { id: string; response?: string; requestId?: string; json?: true },
): Promise<number> {
  if (o.response !== undefined && settings.saml_private_key === '')
    throw new CommandError('SVC_SAML_PRIVATE_KEY is not set.', { code: 'no_key' });
  const provider = await withAdmin(settings, (admin) => get(admin, o.id));
  const findings = await checkIdp(provider as unknown as CheckedIdp, {
    settings,
    reach: createNetworkRestriction({ networks: settings.saml_allowed_networks }),
    signal: AbortSignal.timeout(METADATA_DEADLINE_MS),
    now: Date.now(),
    response: o.response === undefined ? undefined : readFileContent(o.response).toString('utf8'),
    request_id: o.requestId,
  });
  if (o.json) printJson({ provider: provider.id, findings });
  else
    for (const { check, state, says, advice } of findings)
      print(formatCell(`${state.padEnd(8)} ${check.padEnd(12)} ${says}${advice === '' ? '' : ` → ${advice}`}`));
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}
