// Providers of one's own from the command line: the same functions as the admin API, and the same look at the provider before
// it is kept. The secret comes from a file or from standard input.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { confirm, readSecret } from '../../core/terminal/ask.ts';
import { complain, print, printJson } from '../../core/terminal/output.ts';
import { Sentence, UsageSentence } from '../../core/terminal/sentence.ts';
import { Refusal } from '../../gateway/http/errors.ts';
import type { ReadyProvider } from '../../gateway/providers/config.ts';
import { createCustomProviders } from '../../gateway/providers/custom.ts';
import type { CustomDefinition } from '../../gateway/providers/custom_definition.ts';
import { examine, type Prepared } from '../../gateway/providers/examine.ts';
import { type Answer, asAdmin, CHANGING, CONTEXT } from '../admin/surface.ts';
import { serverRing } from '../keys/server_ring.ts';

/** Seconds for everything that a provider is asked before it is kept. */
const DEADLINE_S = 20;
/** By the keys of the server. */
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

/** What describes a provider, as options. */
export function withCustomOptions(command: Command): Command {
  return command
    .requiredOption('--name <name>', 'how people call it')
    .requiredOption('--client-id <id>', 'what the provider gave')
    .option('--secret-file <file>', 'a file that holds the client secret')
    .option('--secret-stdin', 'take the client secret from standard input')
    .option('--issuer <url>', 'of its ID tokens; oidc')
    .option('--discovery-url <url>', 'of its discovery document, if not where the issuer says; oidc')
    .option('--authorization-url <url>', 'its page; oauth2')
    .option('--token-url <url>', 'where codes are exchanged; oauth2')
    .option('--userinfo-url <url>', 'where the user is asked for; oauth2')
    .option('--scope <scope>', 'what to ask for; may be repeated', collect)
    .option('--audience <id>', 'a further audience of ID tokens; may be repeated', collect)
    .option('--map <claim=attribute>', 'an attribute out of a claim, as mail=email; may be repeated', collect)
    .option('--claim <claim>', 'a claim to keep in custom_claims; may be repeated', collect)
    .option('--param <name=value>', 'a parameter of its page; may be repeated', collect)
    .option('--no-pkce', 'send no code challenge')
    .option('--email-optional', 'let people in of whom it tells no e-mail address')
    .option('--skip-nonce-check', 'demand no nonce in ID tokens')
    .option('--disabled', 'add it switched off');
}

/** `a=b` by its name; the last of a name counts. */
function pairs(option: string, texts: readonly string[] | undefined): Record<string, string> | undefined {
  return (
    texts &&
    Object.fromEntries(
      texts.map((text) => {
        const at = text.indexOf('=');
        if (at < 1) throw new UsageSentence(`${option} takes a name and a value, such as prompt=login`);
        return [text.slice(0, at), text.slice(at + 1)];
      }),
    )
  );
}

async function secretOf(own: CustomOptions): Promise<string> {
  if ((own.secretFile === undefined) === (own.secretStdin === undefined))
    throw new UsageSentence('give the client secret by --secret-file FILE or --secret-stdin');
  if (own.secretFile === undefined) return readSecret('Client secret');
  try {
    return readFileSync(own.secretFile, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Sentence(`${own.secretFile} cannot be read.`, { code: 'secret_file', cause: error });
  }
}

export async function addCustom(o: {
  settings: Settings;
  /** The keys of the server: without them nobody could open the secret again. */
  keys: Settings;
  identifier: string;
  own: CustomOptions;
}): Promise<number> {
  const { settings, keys, identifier, own } = o;
  const ring = serverRing(keys, SEALED);
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
    attribute_mapping: pairs('--map', own.map),
    custom_claims_allowlist: own.claim,
    authorization_params: pairs('--param', own.param),
    pkce_enabled: own.pkce,
    email_optional: own.emailOptional,
    skip_nonce_check: own.skipNonceCheck,
    enabled: own.disabled === undefined,
  };
  const provider = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const { reach } = createCustomProviders({ settings, ring });
  const id = randomUUID();
  const clear = await secretOf(own);
  const secret = clear === '' ? '' : ring.seal(clear, id);
  const added = await asAdmin(settings, async (admin) => {
    const first = { ...CONTEXT, identifier: null, provider, secret };
    const prepared = (await admin.call('prepare_custom_provider', first)) as unknown as Prepared;
    const signal = AbortSignal.timeout(DEADLINE_S * 1_000);
    const discovery_document = await examine(prepared, { given: provider, reach, signal }).catch((error: unknown) => {
      if (error instanceof Refusal) throw new Sentence(error.msg, { code: error.code ?? 'refused' });
      throw error;
    });
    return admin.call('create_custom_provider', { ...CHANGING, id, provider, secret, discovery_document });
  });
  if (own.json) printJson(added);
  else print(`added ${String(added.identifier)}; register this server’s /callback there as redirect URI`);
  if (!settings.custom_oauth_enabled) complain('SVC_CUSTOM_OAUTH_ENABLED is off: nobody signs in with it');
  return 0;
}

export async function removeCustom(o: {
  settings: Settings;
  identifier: string;
  yes: boolean;
  json: boolean;
}): Promise<number> {
  await confirm(`Remove ${o.identifier}? Nobody signs in with it any more.`, o.yes);
  await asAdmin(o.settings, (admin) => admin.call('delete_custom_provider', { ...CHANGING, identifier: o.identifier }));
  if (o.json) printJson({ removed: o.identifier });
  else print(`removed ${o.identifier}`);
  return 0;
}

/** A provider of one's own as a sign-in finds it, also one that is not switched on yet. */
export async function findCustom(o: {
  settings: Settings;
  keys: Settings;
  identifier: string;
}): Promise<{ ready: ReadyProvider; definition: CustomDefinition }> {
  const ring = serverRing(o.keys, SEALED);
  const asked = { provider: o.identifier, switched_off: true };
  const found = await asAdmin(o.settings, (admin) => admin.call('find_custom_provider', asked));
  const definition = found as unknown as CustomDefinition;
  const custom = createCustomProviders({ settings: { ...o.settings, custom_oauth_enabled: true }, ring });
  const ready = custom.ready({ ...definition, enabled: true });
  if (ready instanceof Refusal)
    throw new Sentence(
      `The client secret of ${definition.identifier} cannot be opened: it was sealed with a key that is not in SVC_SECURITY_PEPPER.`,
      { code: 'sealed_elsewhere', cause: ready },
    );
  return { ready, definition };
}

/** The providers of one's own; null, and said, where there is no database to ask. */
export async function listCustom(settingsOf: () => Promise<Settings>): Promise<Answer[] | null> {
  try {
    const answer = await asAdmin(await settingsOf(), (admin) =>
      admin.call('list_custom_providers', { ...CONTEXT, type: null }),
    );
    return answer.providers as Answer[];
  } catch (error) {
    const code = error instanceof Sentence || (error as { code?: unknown }).code === 'ECONNREFUSED' ? error : undefined;
    if (code === undefined) throw error;
    complain('providers of one’s own are not shown: the database cannot be asked');
    return null;
  }
}
