// Fuzz targets for responses of external providers, OAuth clients and HTTP hooks: token and user info endpoints, client
// ID metadata documents, and answers of hooks. Each target checks a property that holds for every input.
import { isIP } from 'node:net';
import { callHook, HookError } from '../../core/hooks/post.ts';
import { parseJsonObjectOrNull } from '../../core/json_object.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { NO_CONFIG, type OAuth2Provider, readMember } from '../../core/providers/provider.ts';
import { PROVIDERS } from '../../core/providers/registry.ts';
import { isPublicAddress } from '../../core/reach.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Statement } from '../../gateway/database/call.ts';
import { HookCallNeededError, HookRejectedError } from '../../gateway/database/faults.ts';
import { ApiError } from '../../gateway/http/errors.ts';
import { CLIENT_METADATA_SHAPE } from '../../gateway/oauth/client_metadata.ts';
import { createClientDocuments } from '../../gateway/oauth/documents.ts';
import { createHookCaller } from '../../gateway/pipeline/hooks.ts';
import type { ConfiguredProvider } from '../../gateway/providers/config.ts';
import { createCustomProviders } from '../../gateway/providers/custom.ts';
import type { CustomDefinition } from '../../gateway/providers/custom_definition.ts';
import { createIdTokens } from '../../gateway/providers/id_tokens.ts';
import { exchangeCode, fetchProfile } from '../../gateway/providers/oauth2.ts';
import { toExternalProfile } from '../../gateway/providers/profile.ts';
import { ProviderError } from '../../gateway/providers/provider_request.ts';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import { allowErrors, assertHolds, assertStorable, JSON_WORDS, NOW } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';
import { HEAD_WORDS, JSON_HEAD, readResponse, type SentResponse, withResponses } from './responses.ts';

const ISSUER = 'https://idp.example.com';
const signal = (): AbortSignal => AbortSignal.timeout(10_000);

/** Separates the response of the token endpoint from the response to requests for the user. */
const NEXT = '\n====\n';
const USER_SECRET = 'usersecret7';

function createSignInTarget(): FuzzTarget {
  const custom = createCustomProviders({
    settings: { custom_oauth_enabled: true, custom_oauth_allowed_networks: [], api_external_url: ISSUER } as never,
    ring: createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET }),
  });
  const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
  const id = 'a2f1c0de-0000-4000-8000-000000000001';
  const definition: CustomDefinition = {
    id,
    identifier: 'custom:fuzz',
    provider_type: 'oauth2',
    name: 'Fuzz',
    client_id: 'client',
    client_secret: ring.seal('secret', id),
    acceptable_client_ids: [],
    scopes: [],
    pkce_enabled: true,
    attribute_mapping: { 'picture.data.url': 'picture' },
    custom_claims_allowlist: ['groups'],
    authorization_params: {},
    enabled: true,
    email_optional: false,
    authorization_url: `${ISSUER}/authorize`,
    token_url: `${ISSUER}/token`,
    userinfo_url: `${ISSUER}/user`,
  };
  const ready = custom.ready(definition);
  if (ready instanceof ApiError) throw ready;
  const built_in = [...PROVIDERS.values()]
    .filter((provider): provider is OAuth2Provider => provider.protocol === 'oauth2')
    .map((provider) => ({
      provider,
      config: { ...NO_CONFIG, client_id: 'client', client_ids: ['client'], secret: 'secret', url: ISSUER },
    }));
  const all: readonly ConfiguredProvider[] = [ready, ...built_in];
  const id_tokens = createIdTokens({ now: () => NOW, ttl_ms: 60_000 });
  const exchange = { code: 'code', verifier: 'verifier', callback: {} };

  async function signIn({ provider, config }: ConfiguredProvider, token: SentResponse, user: SentResponse) {
    if (provider.protocol !== 'oauth2') return undefined;
    const token_url = provider.endpoints(config).token;
    return withResponses(
      (url) => (url.href === token_url ? token : user).create(),
      async () => {
        const o = { ...exchange, signal: signal() };
        const tokens = await allowErrors([ProviderError], () => exchangeCode(provider, config, o));
        if (tokens === undefined) return undefined;
        assertHolds(/^[ -~]{1,16384}$/.test(tokens.access_token), 'an access token does not fit into a header');
        try {
          return toExternalProfile(await fetchProfile(provider, config, { ...o, tokens, id_tokens }), config);
        } catch (error) {
          // A provider's own code may reject a profile with an Error that has no value of the response.
          if (!(error instanceof Error) || !['ProviderError', 'Error'].includes(error.name)) throw error;
          assertHolds(!error.message.includes(USER_SECRET), `${provider.name} shows a value: ${error.message}`);
          return undefined;
        }
      },
    );
  }

  const TOKEN = { access_token: 'abc', token_type: 'bearer', refresh_token: 'def', expires_in: 3600 };
  const USER = {
    ...{ sub: '1', id: 1, email: 'ada@example.com', email_verified: true, verified: true, name: USER_SECRET },
    ...{ picture: { data: { url: 'https://x/y' } }, groups: ['a'], login: 'ada', data: { id: '1' }, user: { id: '1' } },
  };
  const emails = [{ email: 'ada@example.com', verified: true, primary: true }];
  return {
    name: 'tokens and profile of a provider',
    module: '/providers/',
    brief: 60,
    seeds: [
      `${JSON_HEAD}\n${JSON.stringify(TOKEN)}${NEXT}${JSON_HEAD}\n${JSON.stringify(USER)}`,
      `200 content-type: text/plain\naccess_token=abc&scope=x${NEXT}${JSON_HEAD}\n${JSON.stringify(emails)}`,
      `${JSON_HEAD}\n${JSON.stringify(TOKEN)}${NEXT}${JSON_HEAD}\n${JSON.stringify({ ...USER, email_verified: 'no' })}`,
      `${JSON_HEAD}\n{"error":"bad_verification_code"}${NEXT}${JSON_HEAD}\n{}`,
      `${JSON_HEAD}\n${JSON.stringify({ ...TOKEN, id_token: 'a.b.c' })}${NEXT}401 \n{"error":"invalid_token"}`,
    ],
    words: [
      ...JSON_WORDS,
      ...HEAD_WORDS,
      NEXT,
      ...[
        '"sub":',
        '"id":',
        '12345678901234567890',
        '"email_verified":',
        '"access_token":',
        '"id_token":',
        'access_token=',
      ],
      ...['"data":', '"emails":', '[{"email":"b@example.com"}]', '"verified":', USER_SECRET],
    ],
    async check(input) {
      const [token, user] = [...input.split(NEXT), ''].slice(0, 2).map(readResponse);
      if (!token || !user) return;
      for (const one of all) {
        const profile = await signIn(one, token, user);
        if (profile === undefined) continue;
        assertStorable(profile);
        assertHolds(profile.subject !== '' && profile.subject.length <= 255, `${one.provider.name}: no valid subject`);
        assertHolds(profile.emails.length <= 50, `${one.provider.name}: too many addresses`);
        for (const { email, verified } of profile.emails)
          assertHolds(typeof email === 'string' && typeof verified === 'boolean', `${one.provider.name}: no address`);
        if (one !== ready) continue;
        const claims: unknown = JSON.parse(user.text);
        const verified = readMember(claims, 'email_verified');
        assertHolds(
          !profile.emails.some((entry) => entry.verified) || verified === true || verified === 'true',
          'an address counts as verified that the provider has not verified',
        );
      }
    },
  };
}

function createClientDocumentTarget(): FuzzTarget {
  const settings = { oauth_server_client_documents: 'any', oauth_server_allowed_networks: [] } as never;
  const id = 'https://app.example.com/client.json';
  const document = {
    client_id: id,
    client_name: 'App',
    redirect_uris: ['https://app.example.com/cb'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ kty: 'EC' }] },
    scope: 'openid',
  };
  const members = new Set([...Object.keys(CLIENT_METADATA_SHAPE), 'client_id']);
  return {
    name: 'metadata document of a client',
    module: '/gateway/oauth/documents.ts',
    seeds: [
      `${id}\n200 cache-control: max-age=60\n${JSON.stringify(document)}`,
      `https://app.example.com:8443/a/b\n200 cache-control: no-store\n${JSON.stringify({ ...document, x: 1 })}`,
      `http://app.example.com/c\n200 \n${JSON.stringify({ ...document, client_secret: 'x' })}`,
      `https://127.0.0.1/c\n404 \n{}`,
    ],
    words: [
      ...JSON_WORDS,
      ...HEAD_WORDS,
      ...['https://', '/../', '/%2e%2e/', '@', '?', '#', ':443', '[::1]', '10.0.0.1', '0x7f000001', 'max-age=', '-1'],
      ...['"client_secret":', '"client_secret_expires_at":', '"redirect_uris":', '"jwks":', '\\u005f'],
    ],
    async check(input) {
      const at = input.indexOf('\n');
      const [named, rest] = at < 0 ? [input, ''] : [input.slice(0, at), input.slice(at + 1)];
      const documents = createClientDocuments(settings, () => NOW);
      const usable = await allowErrors([ApiError], () => {
        documents.check(named);
        return true;
      });
      if (usable) {
        const { protocol, username, password, search, hash, href, hostname, pathname } = new URL(named);
        assertHolds(protocol === 'https:' && `${username}${password}${search}${hash}` === '', `${named} is accepted`);
        assertHolds(href === named && pathname.length > 1 && documents.names(named), `${named} has two spellings`);
        const address = hostname.replace(/^\[|\]$/g, '');
        assertHolds(isIP(address) === 0 || isPublicAddress(address), `${named} is in a private network`);
      }
      const response = readResponse(rest);
      if (response === null) return;
      const read = await withResponses(response.create, () =>
        allowErrors([ApiError], () =>
          documents.fetch(id).catch((error: unknown) => {
            const rules = ['oauth_client_unknown', 'oauth_document_unreachable'];
            assertHolds(error instanceof ApiError && rules.includes(error.rule ?? ''), `another error: ${error}`);
            throw error;
          }),
        ),
      );
      if (read === undefined) return;
      const sent = JSON.parse(response.text) as object;
      assertHolds(response.status === 200 && response.text.length <= 5 * 1024, 'a document is accepted that is none');
      assertHolds(!('client_secret' in sent || 'client_secret_expires_at' in sent), 'a document has a secret');
      assertHolds(
        Object.keys(read.document).every((name) => members.has(name)),
        'a member that SQL does not read',
      );
      assertHolds(Number.isSafeInteger(read.seconds) && read.seconds >= 0, `cached for ${read.seconds} seconds`);
      assertHolds(
        !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '') || read.seconds === 0,
        'is cached',
      );
      assertStorable(read.document);
    },
  };
}

function createHookTarget(): FuzzTarget {
  const url = 'https://hooks.example.com/token';
  const settings = {
    hook_custom_access_token_enabled: true,
    hook_custom_access_token_uri: url,
    hook_custom_access_token_secrets: '',
  } as unknown as Settings;
  const detail = JSON.stringify({ hook: 'custom_access_token', subject: 's', event: { user_id: 'u' } });
  const statement = {} as Statement;
  /** Runs a call that needs the hook's response. Returns the response that SQL gets. */
  const answerInSql = async (): Promise<unknown> => {
    let passed: unknown;
    const call = createHookCaller({
      settings,
      call: async (_statement, values) => {
        passed = readMember(JSON.parse(String(values[0])), 'hooks', 'custom_access_token', 'answer');
        if (passed === undefined) throw new HookCallNeededError(detail);
        return null;
      },
    });
    await call({ statement, places: { settings: 0, client: 1 } }, ['{}', '{}'], {} as never);
    return passed;
  };
  return {
    name: 'answer of an HTTP hook',
    module: '/hooks/',
    seeds: [
      `${JSON_HEAD}; charset=utf-8\n${JSON.stringify({ claims: { sub: 'x', app_metadata: {} } })}`,
      `${JSON_HEAD}\n{"error":{"http_code":403,"message":"not you"}}`,
      `422 content-type: application/json\n{"error":{"message":"no"}}`,
      '429 retry-after: 1\n',
      '204 \n',
      '200 content-type: text/html\n<p>',
    ],
    words: [
      ...JSON_WORDS,
      ...HEAD_WORDS,
      ...[
        'retry-after: 1',
        '; ',
        '202 ',
        '401 ',
        '429 ',
        '503 ',
        '"error":',
        '"http_code":',
        '"message":',
        '"claims":',
        '""',
      ],
    ],
    async check(input) {
      const response = readResponse(input);
      if (response === null) return;
      const object = parseJsonObjectOrNull(response.text);
      const answers = await withResponses(response.create, async () => {
        const direct = await allowErrors([HookError], () => callHook({ url, keys: [] }, {}, { pause_ms: 0 }));
        // Skips the call through SQL if the response has Retry-After, because that call would wait before it retries.
        return [direct, response.headers.has('retry-after') ? undefined : await undefinedIfHookRejects(answerInSql)];
      });
      for (const answer of answers) {
        if (answer === undefined) continue;
        assertHolds([200, 202, 204].includes(response.status), `${response.status} counts as success`);
        assertHolds(!readMember(object, 'error', 'message'), 'an error of the hook is ignored');
        assertHolds(typeof answer === 'object' && answer !== null && !Array.isArray(answer), 'the answer is no object');
      }
      if (answers[1] !== undefined) assertStorable(answers[1]);
    },
  };
}

/**
 * Runs the work. Returns undefined if the hook rejects the request (HookRejectedError). Asserts that the error has a
 * status between 400 and 599.
 */
async function undefinedIfHookRejects(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HookRejectedError)) throw error;
    assertHolds(error.status >= 400 && error.status <= 599, `a hook is answered with ${error.status}`);
    return undefined;
  }
}

/** Returns the targets of this file. */
export function createProviderTargets(): FuzzTarget[] {
  return [createSignInTarget(), createClientDocumentTarget(), createHookTarget()];
}
