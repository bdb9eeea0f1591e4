// Checks an identity provider of an organization without a sign-in: its metadata, certificates, sign-in page and clock,
// and a response that it has sent.
import { X509Certificate } from 'node:crypto';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import { ForbiddenAddressError, type NetworkRestriction } from '../../core/reach.ts';
import {
  fetchMetadata,
  MetadataFetchError,
  type StoredMetadata,
  toStoredMetadata,
} from '../../core/saml/fetch_metadata.ts';
import { MetadataError } from '../../core/saml/metadata.ts';
import { SamlRefusedError } from '../../core/saml/refusal.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseResponse, readResponse } from './response.ts';
import { cachedServiceProvider } from './service.ts';

export interface IdpFinding {
  check: 'settings' | 'metadata' | 'certificate' | 'redirect' | 'clock' | 'response';
  /** `unknown`: only a real sign-in can verify it. */
  state: 'ok' | 'warning' | 'unknown' | 'failed';
  says: string;
  /** Advice for the operator, or ''. */
  advice: string;
}

/** A provider in the format of GET /admin/sso/providers/{provider_id}. */
export interface CheckedIdp {
  readonly id: string;
  readonly disabled: boolean | null;
  readonly require_signed: 'either' | 'assertion';
  readonly allowed_algorithms?: readonly string[];
  readonly requested_authn_context?: readonly string[];
  readonly domains: readonly { readonly domain: string }[];
  readonly saml: {
    readonly entity_id: string;
    readonly metadata_xml: string;
    readonly metadata_url?: string;
    readonly metadata: { readonly sso_url: string; readonly failed_at?: string; readonly valid_until?: string };
  };
}

interface Context {
  readonly settings: Settings;
  readonly reach: NetworkRestriction;
  /** Limits the time of all requests. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A response as XML or base64, and the ID of the request that it answers. */
  readonly response?: string | undefined;
  readonly request_id?: string | undefined;
}

const DAY_MS = 86_400_000;
/** Certificates that expire within this time cause a warning. Sign-ins are not affected. */
export const CERTIFICATE_WARNING_DAYS = 30;
const LEAST_RSA_BITS = 2048;

/** Runs all checks. Requests run concurrently. */
export async function checkIdp(provider: CheckedIdp, context: Context): Promise<IdpFinding[]> {
  const { entity_id, metadata_xml } = provider.saml;
  const stored = toStoredMetadata(Buffer.from(metadata_xml), {
    limit: Math.max(context.settings.saml_metadata_max_size, Buffer.byteLength(metadata_xml)),
    entityId: entity_id,
  });
  const [metadata, page] = await Promise.all([checkMetadata(provider, stored, context), checkPage(provider, context)]);
  return [
    settingsFinding(provider, context.settings),
    ...metadata,
    ...certificateFindings(stored, context.now),
    ...page,
    ...(context.response === undefined ? [] : [responseFinding(provider, stored, context)]),
  ];
}

function settingsFinding({ disabled, domains }: CheckedIdp, { saml_enabled }: Settings): IdpFinding {
  const found = (state: 'ok' | 'warning', says: string, advice = ''): IdpFinding => ({
    check: 'settings',
    state,
    says,
    advice,
  });
  if (!saml_enabled) return found('warning', 'SVC_SAML_ENABLED is off: nobody can sign in', 'set it');
  if (disabled === true) return found('warning', 'the provider is disabled: nobody can sign in', 'enable it');
  const names = domains.map(({ domain }) => domain).join(', ');
  return found('ok', names === '' ? 'enabled, without a domain' : `enabled, for ${names}`);
}

async function checkMetadata(
  { saml }: CheckedIdp,
  stored: StoredMetadata,
  { settings, reach, signal, now }: Context,
): Promise<IdpFinding[]> {
  const found = (state: IdpFinding['state'], says: string, advice = ''): IdpFinding => ({
    check: 'metadata',
    state,
    says,
    advice,
  });
  const until = Date.parse(saml.metadata.valid_until ?? '');
  const ended =
    until <= now
      ? [found('warning', `they were valid until ${saml.metadata.valid_until}`, 'get new ones from the organization')]
      : [];
  if (saml.metadata_url === undefined)
    return [found('ok', 'given as XML: new keys have to be given by hand'), ...ended];
  try {
    const limit = settings.saml_metadata_max_size;
    const fresh = toStoredMetadata(await fetchMetadata(saml.metadata_url, { reach, limit, signal }), {
      limit,
      entityId: saml.entity_id,
    });
    if (fresh.entity_id !== saml.entity_id) return [found('failed', 'the address names another entity ID')];
    const known = digestsOf(stored);
    return digestsOf(fresh) === known
      ? [found('ok', 'reachable, with the known certificates')]
      : [found('warning', 'reachable, with new certificates', 'fetch the metadata again: change --refresh')];
  } catch (error) {
    if (error instanceof MetadataFetchError)
      return [
        found('failed', `they cannot be fetched: ${error.message}`, 'sign-ins go on with the known ones'),
        ...ended,
      ];
    if (error instanceof MetadataError)
      return [found('failed', `they cannot be used: ${error.message}`, 'sign-ins go on with the known ones'), ...ended];
    throw error;
  }
}

const digestsOf = ({ certificates }: StoredMetadata): string =>
  certificates
    .map(({ sha256 }) => sha256)
    .sort()
    .join();

function certificateFindings({ certificates }: StoredMetadata, now: number): IdpFinding[] {
  const weak = certificates.map(({ der }) => {
    const { publicKey } = new X509Certificate(Buffer.from(der, 'base64'));
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS;
    return bits < LEAST_RSA_BITS ? bits : null;
  });
  const all = weak.every((bits) => bits !== null);
  return certificates.map(({ sha256, not_after }, index): IdpFinding => {
    const name = sha256.slice(0, 16);
    const bits = weak[index];
    if (bits != null) {
      const says = `${name} has an RSA key of ${bits} bits: no signature of it is accepted`;
      return { check: 'certificate', state: all ? 'failed' : 'warning', says, advice: 'use a key of 2,048 bits' };
    }
    const left = Date.parse(not_after) - now;
    const says = `${name} ${left < 0 ? 'expired' : 'expires'} ${not_after}`;
    return left < CERTIFICATE_WARNING_DAYS * DAY_MS
      ? {
          check: 'certificate',
          state: 'warning',
          says,
          advice: 'ask the organization for its next one; sign-ins go on',
        }
      : { check: 'certificate', state: 'ok', says, advice: '' };
  });
}

/** Requests the sign-in page without a SAML request, and compares the clock of its server with that of this server. */
async function checkPage({ saml }: CheckedIdp, { settings, reach, signal, now }: Context): Promise<IdpFinding[]> {
  const found = (state: IdpFinding['state'], says: string, advice = ''): IdpFinding => ({
    check: 'redirect',
    state,
    says,
    advice,
  });
  const url = saml.metadata.sso_url;
  const { host } = new URL(url);
  const began = performance.now();
  let answer: Response;
  try {
    answer = await sendOutgoingRequest(url, {
      redirect: 'manual',
      reach,
      signal,
      headers: { 'User-Agent': 'Postern' },
    });
    await answer.body?.cancel();
  } catch (error) {
    // Browsers must reach the page. This server need not.
    const why = errorReason(error);
    return [found('unknown', `${host} ${why} from here`, 'check that browsers reach it')];
  }
  const page =
    answer.status >= 500
      ? found('warning', `${host} answers ${answer.status} to a request without SAML`, 'try a sign-in')
      : found('ok', `${host} answers`);
  const told = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(told)
    ? [page]
    : [page, clockFinding(told, now + (performance.now() - began), settings.saml_clock_skew)];
}

function errorReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ForbiddenAddressError) return cause.message;
  return 'cannot be reached';
}

function clockFinding(theirs: number, ours: number, skew: number): IdpFinding {
  const ahead = Math.round((theirs - ours) / 1000);
  const says =
    Math.abs(ahead) <= 1
      ? 'the clocks agree'
      : `its clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this server's`;
  return Math.abs(ahead) <= skew
    ? { check: 'clock', state: 'ok', says, advice: '' }
    : { check: 'clock', state: 'warning', says, advice: 'synchronize the clocks, or raise SVC_SAML_CLOCK_SKEW' };
}

/** Judges a response by the rules of a sign-in, without signing in. */
function responseFinding(provider: CheckedIdp, stored: StoredMetadata, context: Context): IdpFinding {
  const { settings, now, request_id } = context;
  const found = (state: 'ok' | 'failed', says: string): IdpFinding => ({ check: 'response', state, says, advice: '' });
  const text = (context.response ?? '').trim();
  const field = text.startsWith('<') ? Buffer.from(text).toString('base64') : text;
  const service = cachedServiceProvider(settings);
  try {
    const assertion = readResponse(parseResponse(field), {
      entityId: provider.saml.entity_id,
      audience: service.entityId,
      acs: service.acs,
      requestId: request_id ?? null,
      decryptionKeys: service.decryptionKeys,
      skew: settings.saml_clock_skew,
      now,
      certificates: stored.certificates.map(({ der }) => Buffer.from(der, 'base64')),
      allowSha1: settings.saml_allow_sha1,
      signedAssertion: provider.require_signed === 'assertion',
      algorithms: provider.allowed_algorithms ?? null,
      authnContexts: provider.requested_authn_context ?? null,
    });
    const names = assertion.attributes.map(({ names: [name] }) => name).join(', ');
    return found('ok', `every rule is met; attributes: ${names || 'none'}`);
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    return found('failed', `${error.code}: ${error.message}`);
  }
}
