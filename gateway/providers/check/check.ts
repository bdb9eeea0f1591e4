// Checks a provider's settings by requests to the provider, before any user signs in.
import { randomBytes, randomUUID } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import {
  type OAuth2Provider,
  type Provider,
  type ProviderConfig,
  readMember,
  textOrEmpty,
} from '../../../core/providers/provider.ts';
import type { ConfiguredProvider } from '../config.ts';
import { isCustomProvider } from '../custom.ts';
import type { CustomDefinition } from '../custom_definition.ts';
import { discoveryUrl, ENDPOINTS, fetchDiscovery as readDocument } from '../discovery.ts';
import { canVerifySignatures, fetchDiscovery, fetchKeySet, fetchKeySetAt, readUnverifiedClaims } from '../id_tokens.ts';
import { startOAuth1SignIn } from '../oauth1.ts';
import { buildCodeRequest } from '../oauth2.ts';
import { ProviderError, sendProviderRequest } from '../provider_request.ts';
import {
  type CreateDeadline,
  createDefaultDeadline,
  describeRegistration,
  type Finding,
  providerSettingName,
} from './finding.ts';
import { checkAuthorizationPage } from './page.ts';

export interface CheckContext {
  /** Public URL of this server. */
  api_external_url: string;
  now: number;
  /** The stored definition of a custom provider. */
  definition?: CustomDefinition;
  /** Creates the abort signal that limits the time of a request to the provider. */
  deadline?: CreateDeadline;
}

/** Runs all checks. Independent checks run concurrently. */
export async function checkProvider(ready: ConfiguredProvider, context: CheckContext): Promise<Finding[]> {
  const { provider, config } = ready;
  const { definition, now, deadline = createDefaultDeadline } = context;
  const findings = [settingsFinding(provider, config, context)];
  if (provider.protocol === 'oauth1') return [...findings, ...(await checkOAuth1Provider(ready, deadline))];
  const [discovered, page, secret] = await Promise.all([
    definition ? checkStoredDocument(definition, config, deadline) : checkDiscovery(provider, config, deadline),
    withFailureAsFinding('redirect', () => checkAuthorizationPage(provider, config, deadline)),
    checkSecret(provider, config, { now, deadline }),
  ]);
  return [...findings, ...discovered, page, ...secret];
}

function settingsFinding(
  { name }: Provider,
  { redirect_uri }: ProviderConfig,
  { api_external_url }: CheckContext,
): Finding {
  const expected = `${api_external_url.replace(/\/$/, '')}/callback`;
  if (redirect_uri === expected) return { check: 'settings', state: 'ok', says: 'all are set', advice: '' };
  return {
    check: 'settings',
    state: 'warning',
    says: `the redirect URI is ${redirect_uri}, but this server handles ${expected}`,
    advice: `set ${isCustomProvider(name) ? 'SVC_CUSTOM_OAUTH_EXTERNAL_URL' : '_REDIRECT_URI'} to that URL, unless a proxy forwards to it`,
  };
}

/** Runs a check. Converts a failed request to a finding. */
async function withFailureAsFinding(
  check: Finding['check'],
  work: () => Promise<Finding>,
  advice = 'is the provider up, and does HTTPS_PROXY lead to it?',
): Promise<Finding> {
  return work().catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    return { check, state: 'failed', says: error.message, advice };
  });
}

async function checkDiscovery(
  provider: OAuth2Provider,
  config: ProviderConfig,
  deadline: CreateDeadline,
): Promise<Finding[]> {
  const issuer = provider.vendor?.issuer?.(config);
  if (issuer === undefined) return [];
  let document: unknown;
  const discovery = await withFailureAsFinding(
    'discovery',
    async () => {
      document = await fetchDiscovery(issuer, deadline());
      return discoveryFinding(provider, config, { issuer, document });
    },
    `is it at ${issuer}?${provider.url === 'ignored' ? '' : ' _URL says so'}`,
  );
  if (document === undefined) return [discovery];
  const keys = await withFailureAsFinding('keys', async () => {
    const set = await fetchKeySet(document, { issuer, signal: deadline() });
    return keysFinding(set, textOrEmpty(readMember(document, 'jwks_uri')));
  });
  return [discovery, keys];
}

/** Compares the stored discovery document of a custom provider with the current one, and checks its keys. */
async function checkStoredDocument(
  definition: CustomDefinition,
  { reach }: ProviderConfig,
  deadline: CreateDeadline,
): Promise<Finding[]> {
  const { discovery_document: kept, issuer = '', discovery_url: url = discoveryUrl(issuer) } = definition;
  if (kept === undefined) return [];
  const away = `is it at ${url}? Sign-ins still work: they use the stored document`;
  const discovery = await withFailureAsFinding(
    'discovery',
    async () => {
      const now = await readDocument(url, { issuer, reach, signal: deadline() });
      const moved = ENDPOINTS.filter((name) => now[name] !== kept[name]);
      const says = moved.map((name) => `${name} was ${kept[name] ?? 'not set'} and is ${now[name] ?? 'not set'}`);
      return moved.length === 0
        ? { check: 'discovery', state: 'ok', says: issuer, advice: '' }
        : {
            check: 'discovery',
            state: 'warning',
            says: says.join('; '),
            advice: 'save the provider with its issuer again',
          };
    },
    away,
  );
  const keys = await withFailureAsFinding('keys', async () => {
    const set = await fetchKeySetAt(kept.jwks_uri, { reach, signal: deadline() });
    return keysFinding(set, kept.jwks_uri);
  });
  return [discovery, keys];
}

function keysFinding({ keys }: JSONWebKeySet, address: string): Finding {
  const signing = keys.filter(canVerifySignatures).length;
  return {
    check: 'keys',
    state: signing > 0 ? 'ok' : 'failed',
    says: `${signing} signing key(s) at ${address}`,
    advice: '',
  };
}

function discoveryFinding(
  provider: OAuth2Provider,
  config: ProviderConfig,
  { issuer, document }: { issuer: string; document: unknown },
): Finding {
  const named = textOrEmpty(readMember(document, 'issuer'));
  // The discovery documents of Microsoft's shared endpoints contain {tenantid} instead of a tenant id.
  const fits = named === issuer || provider.id_token?.keys_of(named.replace('{tenantid}', 'tenant'), config) != null;
  if (!fits) {
    const says = `the issuer at ${issuer} identifies itself as ${named}: its ID tokens would be rejected`;
    return { check: 'discovery', state: 'failed', says, advice: 'set _URL to the issuer of its discovery document' };
  }
  const { authorize, token } = provider.endpoints(config);
  const moved = [
    [authorize, textOrEmpty(readMember(document, 'authorization_endpoint'))],
    [token, textOrEmpty(readMember(document, 'token_endpoint'))],
  ].filter(([ours, theirs]) => theirs !== '' && ours !== theirs);
  const says =
    moved.map(([ours, theirs]) => `${ours} is ${theirs} in the discovery document`).join('; ') || `${issuer}`;
  return { check: 'discovery', state: moved.length === 0 ? 'ok' : 'warning', says, advice: '' };
}

async function checkSecret(
  provider: OAuth2Provider,
  config: ProviderConfig,
  { now, deadline }: { now: number; deadline: CreateDeadline },
): Promise<Finding[]> {
  const seen = provider.vendor?.check_secret?.({ claims: readUnverifiedClaims(config.secret), config, now }) ?? null;
  const seenHere: Finding[] = [];
  if (seen !== null)
    seenHere.push({
      check: 'secret',
      state: seen.usable ? 'warning' : 'failed',
      says: `it ${seen.says}`,
      advice: describeRegistration(provider),
    });
  return [...seenHere, await withFailureAsFinding('secret', () => exchangeInvalidCode(provider, config, deadline))];
}

/**
 * Exchanges a made-up code. If the provider rejects only the code, it has accepted the client's credentials. A provider
 * with `code_first` verifies the code before the credentials, so its response says nothing about them.
 */
async function exchangeInvalidCode(
  provider: OAuth2Provider,
  config: ProviderConfig,
  deadline: CreateDeadline,
): Promise<Finding> {
  const { vendor, title } = provider;
  const [code, verifier] = [randomUUID(), randomBytes(32).toString('base64url')];
  const { status, parsed } = await sendProviderRequest(
    buildCodeRequest(provider, config, { code, verifier, signal: deadline() }),
  );
  const words = readErrorIdentifiers(parsed);
  const answeredWith = (known: readonly string[]): boolean => words.some((word) => known.includes(word));
  const answer = `${title} answers ${status}${words[0] ? ` (${words[0]})` : ''} to a made-up code`;
  const bad = answeredWith(['invalid_client', 'unauthorized_client', ...(vendor?.wrong_client ?? [])]);
  if (bad || (status === 401 && words.length === 0)) {
    const says = `${title} rejects the client (${words[0] ?? status})`;
    const [id, secret] = [providerSettingName(provider, '_CLIENT_ID'), providerSettingName(provider, '_SECRET')];
    const advice = `compare ${id} and ${secret}, which may have expired: ${describeRegistration(provider)}`;
    return { check: 'secret', state: 'failed', says, advice };
  }
  if (answeredWith(['invalid_grant', ...(vendor?.wrong_code ?? [])]) && !vendor?.code_first) {
    return { check: 'secret', state: 'ok', says: `${title} accepts it`, advice: '' };
  }
  const advice = 'only a sign-in shows whether the secret is right';
  return { check: 'secret', state: 'unknown', says: answer, advice };
}

/** Returns the words that identify an error response: a code, a number, or a fixed message. */
function readErrorIdentifiers(parsed: unknown): string[] {
  const error = readMember(parsed, 'error');
  return [
    textOrEmpty(error),
    textOrEmpty(readMember(error, 'code')),
    textOrEmpty(readMember(parsed, 'message')),
  ].filter(
    // Omits longer texts, and texts that quote the request.
    (word) => /^[\w .-]{1,60}$/.test(word),
  );
}

/** Checks an OAuth 1.0a provider. A request token verifies client id, secret and redirect URI at once. */
async function checkOAuth1Provider(
  { provider, config }: ConfiguredProvider,
  deadline: CreateDeadline,
): Promise<Finding[]> {
  if (provider.protocol !== 'oauth1') return [];
  const advice = describeRegistration(provider);
  try {
    await startOAuth1SignIn(provider, config, { state: randomUUID(), signal: deadline() });
    return [
      { check: 'redirect', state: 'ok', says: `${provider.title} knows ${config.redirect_uri}`, advice: '' },
      { check: 'secret', state: 'ok', says: `${provider.title} accepts it`, advice: '' },
    ];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const refused = / answered (\d+)/.exec(error.message)?.[1];
    if (refused === '401') {
      const says = `${provider.title} rejects key and secret: ${error.message}`;
      return [
        {
          check: 'secret',
          state: 'failed',
          says,
          advice: `use ${provider.vendor?.credentials ?? 'client id and secret'}: ${advice}`,
        },
      ];
    }
    if (refused === '403') {
      const says = `${provider.title} does not know ${config.redirect_uri}`;
      return [{ check: 'redirect', state: 'failed', says, advice: `register it: ${advice}` }];
    }
    return [{ check: 'secret', state: 'failed', says: error.message, advice }];
  }
}
