// Steps for administrators that store identity providers of organizations. Metadata is fetched and parsed without
// holding a database connection. SQL stores the result.
import { DomainRecordsError, lookUpTxtRecords, toAsciiDomain } from '../../core/saml/domains.ts';
import {
  fetchMetadata,
  METADATA_DEADLINE_MS,
  MetadataFetchError,
  toStoredMetadata,
} from '../../core/saml/fetch_metadata.ts';
import { MetadataError } from '../../core/saml/metadata.ts';
import { parseResult } from '../database/call.ts';
import { type ApiError, type GatewayError, refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import { cachedServiceProvider } from '../saml/service.ts';
import type { HasResult } from './sql.ts';

interface HasProviderRequest {
  readonly provider_request: {
    /** Members of the request for SQL, without entity_id. */
    readonly provider: Readonly<Record<string, unknown>>;
    readonly url: string;
    readonly xml: string;
    readonly entity_id: string;
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the members of the request. */
export const readSsoProvider = step(
  'readSsoProvider',
  {},
  () =>
    ({ body }: RequestContext & { readonly body: Readonly<Record<string, unknown>> }): HasProviderRequest => {
      const { entity_id, ...members } = body;
      const domains = Array.isArray(members.domains) ? { domains: members.domains.map(toAsciiDomain) } : {};
      const sent = Object.entries({ ...members, ...domains }).filter(([, value]) => value !== null);
      const provider = Object.fromEntries(sent);
      const { metadata_url: url, metadata_xml: xml } = members;
      return { provider_request: { provider, url: text(url), xml: text(xml), entity_id: text(entity_id) } };
    },
);

interface HasPreparation {
  readonly preparation: Readonly<Record<string, unknown>>;
}

/** Reads the stored URL of the metadata. */
export const readStoredUrl = step(
  'readStoredUrl',
  { refuses: ['saml_metadata_no_url'] },
  () =>
    ({ preparation }: RequestContext & HasPreparation): HasProviderRequest => {
      const url = text(preparation.metadata_url);
      if (url === '') throw refuse('saml_metadata_no_url');
      return { provider_request: { provider: {}, url, xml: '', entity_id: '' } };
    },
);

interface HasParsedMetadata {
  /** Parsed metadata for SQL; null if the request has neither a URL nor XML. */
  readonly parsed_metadata: object | null;
}

const FAULTS = {
  not_utf8: 'saml_metadata_utf8',
  not_xml: 'saml_metadata_xml',
  no_entity_id: 'saml_metadata_entity',
  no_idp: 'saml_metadata_no_idp',
  several_idps: 'saml_metadata_several',
  unusable: 'saml_metadata_unusable',
} as const satisfies Record<MetadataError['code'], GatewayError>;

function toMetadataApiError(error: unknown, url: string): ApiError {
  if (error instanceof MetadataError) {
    return Object.assign(refuse(FAULTS[error.code], error.message), { cause: error });
  }
  if (!(error instanceof MetadataFetchError)) throw error;
  const refused =
    error.status === null
      ? refuse('saml_metadata_unreachable', url)
      : refuse('saml_metadata_status', String(error.status), url);
  return Object.assign(refused, { cause: error });
}

/** Fetches the metadata or reads it from the request, and parses it. */
export const parseProviderMetadata = step(
  'parseProviderMetadata',
  { refuses: ['saml_metadata_status', 'saml_metadata_unreachable', ...Object.values(FAULTS)] },
  ({ settings }) =>
    async ({
      provider_request,
      preparation,
    }: RequestContext & HasProviderRequest & HasPreparation): Promise<HasParsedMetadata> => {
      const { url, xml } = provider_request;
      if (url === '' && xml === '') return { parsed_metadata: null };
      const limit = settings.saml_metadata_max_size;
      const entityId = provider_request.entity_id || text(preparation.entity_id);
      try {
        const bytes =
          xml !== ''
            ? Buffer.from(xml)
            : await fetchMetadata(url, {
                reach: cachedServiceProvider(settings).reach,
                limit,
                signal: AbortSignal.timeout(METADATA_DEADLINE_MS),
              });
        return { parsed_metadata: toStoredMetadata(bytes, { limit, ...(entityId ? { entityId } : {}) }) };
      } catch (error) {
        throw toMetadataApiError(error, url);
      }
    },
);

interface HasAsciiDomain {
  readonly ascii_domain: string;
}

const toAsciiDomainMember = (domain: unknown): HasAsciiDomain => ({ ascii_domain: toAsciiDomain(text(domain)) });

/** Reads the domain of the path, in ASCII. */
export const readSsoDomain = step(
  'readSsoDomain',
  {},
  () =>
    ({ path }: RequestContext): HasAsciiDomain =>
      toAsciiDomainMember(path.domain),
);

/** Reads the domain of the query, in ASCII. */
export const readSsoDomainFilter = step(
  'readSsoDomainFilter',
  {},
  () =>
    ({ query }: RequestContext): HasAsciiDomain =>
      toAsciiDomainMember(query.domain),
);

/** Queries DNS for the TXT records that verify the domain. */
export const readDomainRecords = step(
  'readDomainRecords',
  { refuses: ['sso_dns_unavailable'] },
  ({ settings }) =>
    async ({ preparation }: RequestContext & HasPreparation): Promise<{ readonly dns_records: string }> => {
      const { name } = preparation.verification as { name: string };
      try {
        return { dns_records: JSON.stringify(await lookUpTxtRecords(name, { servers: settings.sso_dns })) };
      } catch (error) {
        if (error instanceof DomainRecordsError) throw Object.assign(refuse('sso_dns_unavailable'), { cause: error });
        throw error;
      }
    },
);

/** Responds with the provider or domain. */
export const respondWithSsoProvider = ({ status }: { status: 200 | 201 }) =>
  step('respondWithSsoProvider', {}, () => ({ answer }: RequestContext & HasResult): HasResponse => {
    return { response: { ...jsonResponse(parseResult(answer), { secret: true }), status } };
  });
