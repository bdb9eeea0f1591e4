// Custom providers on the command line. Uses the same functions and checks as the admin API. The client secret is read
// from a file or from standard input.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation, readSecret } from '../../core/terminal/ask.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { print, printError, printJson } from '../../core/terminal/output.ts';
import { ApiError } from '../../gateway/http/errors.ts';
import type { ConfiguredProvider } from '../../gateway/providers/config.ts';
import { createCustomProviders } from '../../gateway/providers/custom.ts';
import type { CustomDefinition } from '../../gateway/providers/custom_definition.ts';
import { checkCustomProvider, type PreparedProvider } from '../../gateway/providers/examine.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { type AdminResult, CHANGING, CONTEXT, withAdmin } from '../admin/admin_functions.ts';
import { createServerRing } from '../keys/server_ring.ts';

/** Time limit in seconds for all checks of a provider before it is stored. */
const DEADLINE_S = 20;
const SEALED = { as: 'server', sealed: 'the client secret is' } as const;

export interface CustomOptions {
  type: 'oidc' | 'oauth2';
  name: string;
  clientId: string;
  secretFile?: string;
  secretStdin?: true;
  issuer?: string;
  discoveryUrl?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  userinfoUrl?: string;
  scope?: string[];
  audience?: string[];
  map?: string[];
  claim?: string[];
  param?: string[];
  pkce: boolean;
  emailOptional?: true;
  skipNonceCheck?: true;
  disabled?: true;
  json?: true;
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Adds the options that describe a custom provider. */
export function withCustomOptions(command: Command): Command {
  return command
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--client-id <id>', 'client id issued by the provider')
    .option('--secret-file <file>', 'file with the client secret')
    .option('--secret-stdin', 'read the client secret from standard input')
    .option('--issuer <url>', 'issuer of ID tokens (oidc)')
    .option('--discovery-url <url>', 'URL of the discovery document, if it is not at the issuer (oidc)')
    .option('--authorization-url <url>', 'authorization endpoint (oauth2)')
    .option('--token-url <url>', 'token endpoint (oauth2)')
    .option('--userinfo-url <url>', 'userinfo endpoint (oauth2)')
    .option('--scope <scope>', 'scope to request; may be repeated', collect)
    .option('--audience <id>', 'another accepted audience of ID tokens; may be repeated', collect)
    .option('--map <claim=attribute>', 'copy a claim to an attribute, such as mail=email; may be repeated', collect)
    .option('--claim <claim>', 'copy a claim to custom_claims; may be repeated', collect)
    .option('--param <name=value>', 'add a parameter to authorization requests; may be repeated', collect)
    .option('--no-pkce', 'do not use PKCE')
    .option('--email-optional', 'allow users without an e-mail address')
    .option('--skip-nonce-check', 'accept ID tokens without a nonce')
    .option('--disabled', 'add the provider disabled');
}

/** Parses `name=value` options; the last value of a name wins. */
function parsePairs(option: string, texts: readonly string[] | undefined): Record<string, string> | undefined {
  return (
    texts &&
    Object.fromEntries(
      texts.map((text) => {
        const at = text.indexOf('=');
        if (at < 1) throw new UsageError(`${option} takes name=value, such as prompt=login`);
        return [text.slice(0, at), text.slice(at + 1)];
      }),
    )
  );
}

async function readClientSecret(own: CustomOptions): Promise<string> {
  if ((own.secretFile === undefined) === (own.secretStdin === undefined))
    throw new UsageError('pass the client secret with --secret-file FILE or --secret-stdin');
  if (own.secretFile === undefined) return readSecret('Client secret');
  try {
    return readFileSync(own.secretFile, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`${own.secretFile} cannot be read.`, { code: 'secret_file', cause: error });
  }
}

export async function addCustom(o: {
  settings: Settings;
  /** Keys of the server, which seal the client secret. */
  keys: Settings;
  identifier: string;
  own: CustomOptions;
}): Promise<number> {
  const { settings, keys, identifier, own } = o;
  const ring = createServerRing(keys, SEALED);
  const members = {
    provider_type: own.type,
    identifier,
    name: own.name,
    client_id: own.clientId,
    issuer: own.issuer,
    discovery_url: own.discoveryUrl,
    authorization_url: own.authorizationUrl,
    token_url: own.tokenUrl,
    userinfo_url: own.userinfoUrl,
    scopes: own.scope,
    acceptable_client_ids: own.audience,
    attribute_mapping: parsePairs('--map', own.map),
    custom_claims_allowlist: own.claim,
    authorization_params: parsePairs('--param', own.param),
    pkce_enabled: own.pkce,
    email_optional: own.emailOptional,
    skip_nonce_check: own.skipNonceCheck,
    enabled: own.disabled === undefined,
  };
  const provider = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const { reach } = createCustomProviders({ settings, ring });
  const id = randomUUID();
  const clear = await readClientSecret(own);
  const secret = clear === '' ? '' : ring.seal(clear, id);
  const added = await withAdmin(settings, async (admin) => {
    const first = { ...CONTEXT, identifier: null, provider, secret };
    const prepared = (await admin.call('prepare_custom_provider', first)) as unknown as PreparedProvider;
    const signal = AbortSignal.timeout(DEADLINE_S * 1_000);
    const discovery_document = await checkCustomProvider(prepared, { given: provider, reach, signal }).catch(
      (error: unknown) => {
        if (error instanceof ApiError) throw new CommandError(error.msg, { code: error.code ?? 'refused' });
        throw error;
      },
    );
    return admin.call('create_custom_provider', { ...CHANGING, id, provider, secret, discovery_document });
  });
  if (own.json) printJson(added);
  else print(`Added ${String(added.identifier)}. Register this server’s /callback as redirect URI at the provider.`);
  if (!settings.custom_oauth_enabled) printError('SVC_CUSTOM_OAUTH_ENABLED is off: custom providers are disabled');
  return 0;
}

export async function removeCustom(o: {
  settings: Settings;
  identifier: string;
  yes: boolean;
  json: boolean;
}): Promise<number> {
  await askConfirmation(
    `Remove ${o.identifier}? Users cannot sign in with it any more.`,
    o.yes,
    EFFECTS['DELETE /admin/custom-providers/{identifier}'],
  );
  await withAdmin(o.settings, (admin) =>
    admin.call('delete_custom_provider', { ...CHANGING, identifier: o.identifier }),
  );
  if (o.json) printJson({ removed: o.identifier });
  else print(`removed ${o.identifier}`);
  return 0;
}

/** Finds a custom provider and unseals its client secret, as a sign-in does. Disabled providers are included. */
export async function findCustom(o: {
  settings: Settings;
  keys: Settings;
  identifier: string;
}): Promise<{ ready: ConfiguredProvider; definition: CustomDefinition }> {
  const ring = createServerRing(o.keys, SEALED);
  const asked = { provider: o.identifier, switched_off: true };
  const found = await withAdmin(o.settings, (admin) => admin.call('find_custom_provider', asked));
  const definition = found as unknown as CustomDefinition;
  const custom = createCustomProviders({ settings: { ...o.settings, custom_oauth_enabled: true }, ring });
  const ready = custom.ready({ ...definition, enabled: true });
  if (ready instanceof ApiError)
    throw new CommandError(
      `The client secret of ${definition.identifier} cannot be unsealed: its key is not in SVC_SECURITY_PEPPER.`,
      { code: 'sealed_elsewhere', cause: ready },
    );
  return { ready, definition };
}

/** Lists the custom providers. Returns null and prints a warning after a CommandError or a refused connection. */
export async function listCustom(settingsOf: () => Promise<Settings>): Promise<AdminResult[] | null> {
  try {
    const answer = await withAdmin(await settingsOf(), (admin) =>
      admin.call('list_custom_providers', { ...CONTEXT, type: null }),
    );
    return answer.providers as AdminResult[];
  } catch (error) {
    const code =
      error instanceof CommandError || (error as { code?: unknown }).code === 'ECONNREFUSED' ? error : undefined;
    if (code === undefined) throw error;
    printError('warning: custom providers are not listed, because the database cannot be reached');
    return null;
  }
}
