// Steps of single sign-on with SAML 2.0. POST /sso redirects the browser to an identity provider. The provider sends
// the browser to POST /sso/saml/acs with its response, which is verified without holding a database connection. SQL
// receives the assertion's content, and the browser is redirected to the app. The log contains no XML.
import { randomUUID } from 'node:crypto';
import { toAsciiDomain } from '../../core/saml/domains.ts';
import {
  fetchMetadata,
  METADATA_DEADLINE_MS,
  MetadataFetchError,
  toStoredMetadata,
} from '../../core/saml/fetch_metadata.ts';
import { MetadataError } from '../../core/saml/metadata.ts';
import { SamlRefusedError } from '../../core/saml/refusal.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseResult } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { parseUuid } from '../http/uuid.ts';
import {
  addFragment,
  addQueryValues,
  errorParameters,
  redirectResponse,
  redirectWithCode,
} from '../pipeline/redirects.ts';
import { buildSessionBody, type IssuedSession, jsonResponse } from '../pipeline/reply.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { type GatewayServices, type HasResponse, onError, type RequestContext, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import { type AttributeMapping, readProfile } from '../saml/claims.ts';
import { buildAuthnRequestUrl } from '../saml/request.ts';
import { type Assertion, type ParsedResponse, parseResponse, readResponse } from '../saml/response.ts';
import { cachedServiceProvider, samlRequestId } from '../saml/service.ts';
import type { HttpResponse } from '../server/types.ts';
import type { HasResult } from './sql.ts';

/** An identity provider as returned by SQL. */
interface ProviderDefinition {
  readonly id: string;
  readonly entity_id: string;
  /** Certificates in DER, base64-encoded. */
  readonly certificates: readonly string[];
  readonly sso_url: string;
  readonly name_id_format: string | null;
  readonly attribute_mapping: AttributeMapping;
  readonly require_signed: 'either' | 'assertion';
  readonly force_authn: boolean;
  readonly sign_requests: boolean;
  readonly requested_authn_context: readonly string[] | null;
  readonly scoping: readonly string[] | null;
  readonly allowed_algorithms: readonly string[] | null;
  readonly idp_initiated: boolean;
}

/** Responds to GET /sso/saml/metadata. */
export const respondWithSamlMetadata = step(
  'respondWithSamlMetadata',
  { alike: true },
  ({ settings }) =>
    ({ query }: RequestContext) => {
      const service = cachedServiceProvider(settings);
      const download = query.download === 'true';
      const headers = {
        'Content-Type': 'application/xml',
        'Cache-Control': `public, max-age=${service.rolling ? 60 : 600}`,
        ...(download ? { 'Content-Disposition': 'attachment; filename="metadata.xml"' } : {}),
      };
      return { response: { status: 200, headers, body: service.metadata({ download, now: Date.now() }) } };
    },
);

interface HasProviderChoice {
  readonly body: {
    readonly provider_id: string | null;
    readonly domain: string | null;
    readonly redirect_to: string | null;
    readonly code_challenge: string | null;
    readonly code_challenge_method: string | null;
  };
}

interface HasFlow {
  readonly flow: { readonly id: string; readonly domain: string | null; readonly link: object };
}

/** Generates the id of a flow and reads its redirect target. */
export const readSsoRequest = step(
  'readSsoRequest',
  { refuses: ['bad_json'], leads: true },
  ({ redirects }) =>
    ({ body, target }: RequestContext & HasProviderChoice): HasFlow => {
      const { provider_id, domain, redirect_to, code_challenge, code_challenge_method } = body;
      if (provider_id && parseUuid(provider_id) === null) throw refuse('bad_json', '"provider_id" must be a UUID');
      const wanted = redirects.allows(redirect_to ?? '') ? redirect_to : target;
      return {
        flow: {
          id: randomUUID(),
          domain: domain === null ? null : toAsciiDomain(domain),
          link: { redirect_to: wanted, code_challenge, code_challenge_method },
        },
      };
    },
);

interface HasStartedFlow {
  readonly provider: Readonly<Record<string, unknown>>;
}

/**
 * Redirects to the provider with a request, which is signed unless the provider's definition turns that off. With
 * skip_http_redirect it responds with the URL.
 */
export const redirectToIdp = step(
  'redirectToIdp',
  {},
  ({ settings }) =>
    ({
      flow,
      provider,
      body,
      note,
    }: RequestContext &
      HasFlow &
      HasStartedFlow & { readonly body: { readonly skip_http_redirect: boolean | null } }): HasResponse => {
      const service = cachedServiceProvider(settings);
      const definition = provider as unknown as ProviderDefinition;
      note({ provider: `sso:${definition.id}` });
      const url = buildAuthnRequestUrl(
        {
          id: samlRequestId(flow.id),
          flow: flow.id,
          ssoUrl: definition.sso_url,
          entityId: service.entityId,
          acs: service.acs,
          nameIdFormat: definition.name_id_format,
          forceAuthn: definition.force_authn,
          authnContexts: definition.requested_authn_context ?? [],
          scoping: definition.scoping ?? [],
          now: Date.now(),
        },
        definition.sign_requests ? service.key : null,
      );
      return {
        response: body.skip_http_redirect === true ? jsonResponse({ url }, { secret: true }) : redirectResponse(url),
      };
    },
);

/**
 * Maximum size of the form in bytes. A response of the maximum size fits if few of its characters are percent-encoded.
 */
const FORM_LIMIT = 1024 * 1024;

/** Redirects with an error in query and fragment, because the app may read either. */
function redirectWithSamlError(target: string, error: unknown): HttpResponse {
  const values = errorParameters(toApiError(error));
  return redirectResponse(addFragment(addQueryValues(target, values), values));
}

/** Redirects with an error: to the target of the flow if SQL has found the flow, otherwise to SITE_URL. */
export const onErrorRedirectToFlowOrSite = onError(
  'onErrorRedirectToFlowOrSite',
  ({ settings }) =>
    ({ note }: RequestContext, error) => {
      note({ redirected_error: error });
      const redirect_to = error instanceof ApiError ? error.extra?.redirect_to : undefined;
      const target = typeof redirect_to === 'string' ? settings.external_redirecturl || redirect_to : settings.site_url;
      return redirectWithSamlError(target, error);
    },
);

interface HasSamlForm {
  readonly saml_form: {
    /** SAMLResponse. Empty only if the form has the id of a flow and no response. */
    readonly response: string;
    readonly relay_state: string;
    /** Id of the flow that this server started, from RelayState; null if the provider started the sign-in. */
    readonly flow_id: string | null;
  };
}

/** Reads the form that the identity provider makes the browser post. */
export const readSamlForm = step(
  'readSamlForm',
  { refuses: ['saml_relay_state_invalid', 'saml_response_missing', 'saml_artifact'] },
  () =>
    async ({ request }: RequestContext): Promise<HasSamlForm> => {
      const form = new URLSearchParams((await request.body(FORM_LIMIT)).toString('utf8'));
      const relay_state = form.get('RelayState') ?? '';
      const response = form.get('SAMLResponse') ?? '';
      const flow_id = parseUuid(relay_state);
      if (flow_id === null) {
        if (relay_state !== '' && !relay_state.startsWith('/') && !URL.canParse(relay_state))
          throw refuse('saml_relay_state_invalid');
        if (form.has('SAMLart')) throw refuse('saml_artifact');
        if (response === '') throw refuse('saml_response_missing');
      }
      return { saml_form: { response, relay_state, flow_id } };
    },
);

interface HasSamlSignIn {
  readonly saml_sign_in: {
    readonly provider: ProviderDefinition;
    /** The parsed response, if its issuer was needed to find the provider. */
    readonly parsed_response: ParsedResponse | null;
    /** Target of the redirect, also for errors. */
    readonly target: string;
    readonly flow_id: string | null;
    readonly provider_id: string;
  };
}

const GET_FLOW = { function: 'get_saml_flow', args: { id: 'saml_form.flow_id', settings: 'settings' } } as const;
const FIND_PROVIDER = {
  function: 'find_saml_provider',
  args: { entity_id: 'issuer', settings: 'settings' },
} as const satisfies SqlCall;

const INVALID_ASSERTION = 'saml_assertion_invalid';

/**
 * Returns the error for a response that violates a rule of docs/sso.md. The log gets the detail, which contains no XML.
 */
function toInvalidResponseError({ note }: RequestContext, error: unknown): ApiError {
  if (!(error instanceof SamlRefusedError)) throw error;
  note({ saml_rule: error.code });
  const word = error.code === 'status' ? `status: ${error.message}` : error.code;
  return Object.assign(refuse(INVALID_ASSERTION, word), { cause: error });
}

/** Finds the identity provider: that of the flow, or the issuer of the response. */
export const findIdp = step(
  'findIdp',
  {
    calls: [GET_FLOW, FIND_PROVIDER],
    refuses: [INVALID_ASSERTION, 'saml_response_base64', 'saml_response_xml'],
  },
  ({ calls, settings, redirects }, route) => {
    const getFlow = calls.ready(GET_FLOW, route);
    const findProvider = calls.ready(FIND_PROVIDER, route);
    return async (context: RequestContext & HasSamlForm): Promise<HasSamlSignIn> => {
      const { relay_state, flow_id } = context.saml_form;
      if (flow_id !== null) {
        const { provider, redirect_to } = parseResult(await getFlow.ask(context)) as unknown as {
          provider: ProviderDefinition;
          redirect_to: string;
        };
        const target = settings.external_redirecturl || redirect_to;
        context.note({ redirect_to: target, provider: `sso:${provider.id}` });
        return {
          saml_sign_in: { provider, target, flow_id, provider_id: provider.id, parsed_response: null },
        };
      }
      const unsolicited = parseUnsolicitedResponse(context);
      const known: RequestContext & { readonly issuer: string | null } = { ...context, issuer: unsolicited.issuer };
      const { provider } = parseResult(await findProvider.ask(known)) as unknown as { provider: ProviderDefinition };
      const target = redirects.allows(relay_state) ? relay_state : settings.site_url;
      context.note({ redirect_to: target, provider: `sso:${provider.id}` });
      return { saml_sign_in: { provider, target, flow_id, provider_id: provider.id, parsed_response: unsolicited } };
    };
  },
);

/** Parses a response that does not belong to a flow. Text that is not base64 or not XML has an error of its own. */
function parseUnsolicitedResponse(context: RequestContext & HasSamlForm): ParsedResponse {
  const text = context.saml_form.response;
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)) throw refuse('saml_response_base64');
  try {
    return parseResponse(text);
  } catch (error) {
    if (error instanceof SamlRefusedError && error.code === 'malformed')
      throw Object.assign(refuse('saml_response_xml'), { cause: error });
    throw toInvalidResponseError(context, error);
  }
}

/** Redirects to the target of the sign-in with an error. */
export const onErrorRedirectToSamlTarget = onError(
  'onErrorRedirectToSamlTarget',
  () =>
    ({ saml_sign_in, note }: RequestContext & HasSamlSignIn, error) => {
      note({ redirected_error: error });
      return redirectWithSamlError(saml_sign_in.target, error);
    },
);

interface HasAssertion {
  /** Members of the assertion that SQL receives. */
  readonly assertion: Readonly<Record<string, unknown>>;
}

const LEASE = { function: 'lease_saml_metadata', args: { id: 'saml_sign_in.provider_id' } } as const satisfies SqlCall;
const FINISH_REFRESH = {
  function: 'finish_saml_metadata',
  args: {
    id: 'metadata_refresh.id',
    metadata_url: 'metadata_refresh.metadata_url',
    metadata: 'metadata_refresh.metadata',
    client: 'client',
  },
} as const satisfies SqlCall;

const AUDIT = {
  function: 'audit_saml_refusal',
  args: { provider_id: 'saml_sign_in.provider_id', rule: 'rule', settings: 'settings', client: 'client' },
} as const satisfies SqlCall;

/**
 * Verifies the response. If no known key made its signature, the provider may have a new key. Its metadata is then
 * fetched, at most every five minutes, and the response is verified again. The audit log records the rule that a refused
 * response violates.
 */
export const verifyResponse = step(
  'verifyResponse',
  { calls: [LEASE, FINISH_REFRESH, AUDIT], refuses: [INVALID_ASSERTION, 'saml_response_missing'] },
  (gateway, route) => {
    const { settings, calls } = gateway;
    const lease = calls.ready(LEASE, route);
    const finish = calls.ready(FINISH_REFRESH, route);
    const audit = calls.ready(AUDIT, route);
    const fetchNewCertificates = async (context: RequestContext & HasSamlSignIn): Promise<readonly string[] | null> => {
      const leased = JSON.parse((await lease.ask(context)) ?? 'null') as { id: string; metadata_url: string } | null;
      if (leased === null) return null;
      const metadata = await fetchCurrentMetadata(leased.metadata_url, gateway, context);
      const metadata_refresh = { id: leased.id, metadata_url: leased.metadata_url, metadata };
      const known: RequestContext & { readonly metadata_refresh: object } = { ...context, metadata_refresh };
      const answer = JSON.parse((await finish.ask(known)) ?? 'null') as {
        stored: boolean;
        certificates: string[];
      } | null;
      if (answer !== null) context.note({ saml_metadata: answer.stored ? 'stored' : 'failed' });
      return answer?.stored === true ? answer.certificates : null;
    };
    const verifyWithRefresh = async (context: RequestContext & HasSamlForm & HasSamlSignIn): Promise<Assertion> => {
      const { provider } = context.saml_sign_in;
      if (context.saml_sign_in.flow_id === null && !provider.idp_initiated) {
        throw new SamlRefusedError('in_response_to', 'the provider may not start sign-ins');
      }
      const parsed_response = context.saml_sign_in.parsed_response ?? parseResponse(context.saml_form.response);
      try {
        return verifyWithCertificates(parsed_response, context.saml_sign_in, {
          certificates: provider.certificates,
          settings,
        });
      } catch (error) {
        if (!(error instanceof SamlRefusedError) || error.code !== 'signature') throw error;
        const certificates = await fetchNewCertificates(context);
        if (certificates === null) throw error;
        return verifyWithCertificates(parsed_response, context.saml_sign_in, { certificates, settings });
      }
    };
    return async (context: RequestContext & HasSamlForm & HasSamlSignIn): Promise<HasAssertion> => {
      const { provider } = context.saml_sign_in;
      if (context.saml_form.response === '') throw refuse('saml_response_missing');
      let assertion: Assertion;
      try {
        assertion = await verifyWithRefresh(context);
      } catch (error) {
        const refusal = toInvalidResponseError(context, error);
        const known: RequestContext & HasSamlSignIn & { readonly rule: string } = {
          ...context,
          rule: (error as SamlRefusedError).code,
        };
        await audit.ask(known);
        throw refusal;
      }
      const profile = readProfile(assertion, { issuer: provider.entity_id, mapping: provider.attribute_mapping });
      const instant = (ms: number): string => new Date(ms).toISOString();
      return {
        assertion: {
          id: assertion.id,
          expires_at: instant(assertion.expiresAt),
          session_not_after: assertion.sessionNotOnOrAfter === null ? null : instant(assertion.sessionNotOnOrAfter),
          ...profile,
        },
      };
    };
  },
);

function verifyWithCertificates(
  parsed_response: ParsedResponse,
  { flow_id, provider }: HasSamlSignIn['saml_sign_in'],
  { certificates, settings }: { certificates: readonly string[]; settings: Settings },
): Assertion {
  const service = cachedServiceProvider(settings);
  return readResponse(parsed_response, {
    entityId: provider.entity_id,
    audience: service.entityId,
    acs: service.acs,
    requestId: flow_id === null ? null : samlRequestId(flow_id),
    decryptionKeys: service.decryptionKeys,
    skew: settings.saml_clock_skew,
    now: Date.now(),
    certificates: certificates.map((der) => Buffer.from(der, 'base64')),
    allowSha1: settings.saml_allow_sha1,
    signedAssertion: provider.require_signed === 'assertion',
    algorithms: provider.allowed_algorithms,
    authnContexts: provider.requested_authn_context,
  });
}

/** Returns the provider's current metadata as JSON for SQL. Returns null and logs the error on failure. */
async function fetchCurrentMetadata(
  url: string,
  { settings, log }: GatewayServices,
  { saml_sign_in }: HasSamlSignIn,
): Promise<string | null> {
  const limit = settings.saml_metadata_max_size;
  const { reach } = cachedServiceProvider(settings);
  try {
    const bytes = await fetchMetadata(url, { reach, limit, signal: AbortSignal.timeout(METADATA_DEADLINE_MS) });
    return JSON.stringify(toStoredMetadata(bytes, { limit, entityId: saml_sign_in.provider.entity_id }));
  } catch (error) {
    if (!(error instanceof MetadataFetchError || error instanceof MetadataError)) throw error;
    const provider = `sso:${saml_sign_in.provider.id}`;
    log.warn(
      { component: 'saml', provider, reason: error.message },
      'metadata of an identity provider cannot be refreshed',
    );
    return null;
  }
}

/** Redirects to the app with an authorization code, or with the session in the fragment. */
export const redirectAfterSamlSignIn = step(
  'redirectAfterSamlSignIn',
  { opens_session: true },
  ({ jwt, ring }) =>
    async ({ answer, saml_sign_in, note }: RequestContext & HasResult & HasSamlSignIn): Promise<HasResponse> => {
      const read = parseResult(answer);
      if (typeof read.auth_code === 'string')
        return { response: redirectWithCode(saml_sign_in.target, read.auth_code, 302) };
      const body = await buildSessionBody(read as unknown as IssuedSession, { jwt, ring }, note);
      note({ signed_in: true });
      const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'] as const;
      const values = Object.fromEntries(names.map((name) => [name, String(body[name] ?? '')]));
      return { response: redirectResponse(addFragment(saml_sign_in.target, values), 302) };
    },
);
