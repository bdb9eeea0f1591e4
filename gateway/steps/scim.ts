// SCIM 2.0: organizations provision users and groups. The gateway parses tokens, filters, paths and media types. SQL
// makes the decisions.

import { endpointBaseUrl } from '../../core/issuer.ts';
import { parseResult } from '../database/call.ts';
import { readBearerToken } from '../http/bearer.ts';
import { BODY_LIMIT, parseJsonObject } from '../http/body.ts';
import { methodNotAllowedError, refuse } from '../http/errors.ts';
import { storageErrorOf } from '../http/storable.ts';
import { type GatewayServices, type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import {
  type AttributeSelection,
  listResponse,
  parseSelection,
  resourceResponse,
  type ScimResource,
  scimJsonResponse,
  selectsAttribute,
} from '../scim/answer.ts';
import { type Filter, parseFilter } from '../scim/filter.ts';
import { checkSchemas, readOperations, readResource } from '../scim/resource.ts';
import { buildDiscovery, LIST_SCHEMA, type ResourceKind, SEARCH_SCHEMA } from '../scim/schema.ts';
import type { HttpResponse } from '../server/types.ts';
import type { HasResult } from './sql.ts';

interface HasScimRequest {
  readonly scim: { readonly token_id: string; readonly kind: ResourceKind };
}

const KINDS: Readonly<Record<string, ResourceKind>> = { Users: 'User', Groups: 'Group' };
const DOCUMENTS: ReadonlySet<string> = new Set(['ServiceProviderConfig', 'ResourceTypes', 'Schemas']);
const TOKEN = /^scim_([A-Za-z0-9_-]{56})$/;

const baseOf = ({ settings }: Pick<GatewayServices, 'settings'>): string => `${endpointBaseUrl(settings)}/scim/v2`;

/** Returns the id of the request's token. Throws a 401 error if the token is absent or forged, without a query. */
export function readScimTokenId(request: RequestContext['request'], ring: GatewayServices['ring']): string {
  const [, sealed] = TOKEN.exec(readBearerToken(request) ?? '') ?? [];
  const id = sealed === undefined ? null : ring.openId('scim_token', sealed);
  if (id === null) throw refuse('scim_token_missing');
  return id;
}

/**
 * Responds with discovery documents, and rejects unknown endpoints. Otherwise unseals the token and counts the request
 * against the token's rate limit.
 */
export const readScimRequest = step(
  'readScimRequest',
  {
    limiters: ['scim'],
    refuses: ['scim_unknown', 'scim_unsupported', 'scim_filtering', 'scim_token_missing', 'method_not_allowed'],
  },
  (gateway) => {
    const documents = buildDiscovery(baseOf(gateway), gateway.settings.scim_max_results);
    const found = (name: string, id: string | undefined, request: RequestContext['request']): HttpResponse => {
      if (request.method !== 'GET') throw methodNotAllowedError(['GET']);
      if (new URLSearchParams(request.query).has('filter')) throw refuse('scim_filtering');
      const document = documents[name as keyof typeof documents];
      if (!Array.isArray(document) && id === undefined) return scimJsonResponse(document);
      const all: readonly { id: string }[] = Array.isArray(document) ? document : [];
      if (id !== undefined) {
        const one = all.find((other) => other.id === id);
        if (one === undefined) throw refuse('scim_unknown');
        return scimJsonResponse(one);
      }
      const counts = { totalResults: all.length, startIndex: 1, itemsPerPage: all.length };
      return scimJsonResponse({ schemas: [LIST_SCHEMA], ...counts, Resources: all });
    };
    return async ({ request, path, from }: RequestContext): Promise<HasResponse | HasScimRequest> => {
      const { resource = '', id } = path;
      if (DOCUMENTS.has(resource)) return { response: found(resource, id, request) };
      if (['Bulk', 'Me', '.search'].includes(resource)) {
        throw refuse(
          'scim_unsupported',
          resource === 'Bulk' ? 'Bulk operations are not supported' : `/${resource} is not supported`,
        );
      }
      const kind = KINDS[resource];
      if (kind === undefined) throw refuse('scim_unknown');
      const token_id = readScimTokenId(request, gateway.ring);
      await gateway.limit('scim', request, { ...from, limit_key: token_id });
      if (request.method === 'POST' && id !== undefined && id !== '.search') {
        throw methodNotAllowedError(['GET', 'PUT', 'PATCH', 'DELETE']);
      }
      return { scim: { token_id, kind } };
    };
  },
);

/** Parses a JSON body. Throws a 400 or 415 error if the body or its media type is invalid. */
async function readScimBody(request: RequestContext['request']): Promise<Record<string, unknown>> {
  const type = (request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!['', 'application/scim+json', 'application/json'].includes(type)) throw refuse('scim_media_type');
  const buffer = await request.body(BODY_LIMIT);
  const body = parseJsonObject(buffer);
  const fault = storageErrorOf(body, buffer.toString('utf8'));
  if (fault !== null) throw refuse('scim_syntax', fault);
  return body;
}

interface HasListQuery {
  readonly listing: {
    readonly filter: Filter | null;
    readonly start: number | null;
    readonly count: number | null;
    readonly with_members: boolean;
  };
  readonly selection: AttributeSelection;
}

function parseScimSelection(
  kind: ResourceKind,
  attributes: string | null,
  excluded: string | null,
): AttributeSelection {
  if (attributes && excluded) throw refuse('scim_invalid', 'attributes and excludedAttributes cannot be combined');
  return parseSelection(kind, attributes, excluded);
}

/** Returns an integer parameter of a list request, limited to the range from -1 to a billion; null if it is absent. */
function parseWholeNumber(name: string, value: string | null): number | null {
  if (value === null || value === '') return null;
  if (!/^[+-]?\d{1,15}$/.test(value)) throw refuse('scim_invalid', `${name} must be a whole number`);
  return Math.max(-1, Math.min(Number(value), 1_000_000_000));
}

interface ListParameters {
  readonly filter: string | null;
  readonly startIndex: string | null;
  readonly count: string | null;
  readonly attributes: string | null;
  readonly excludedAttributes: string | null;
}

function parseListParameters(kind: ResourceKind, given: ListParameters): HasListQuery {
  const selection = parseScimSelection(kind, given.attributes, given.excludedAttributes);
  return {
    selection,
    listing: {
      filter: given.filter === null || given.filter.trim() === '' ? null : parseFilter(kind, given.filter),
      start: parseWholeNumber('startIndex', given.startIndex),
      count: parseWholeNumber('count', given.count),
      with_members: selectsAttribute(selection, 'members'),
    },
  };
}

const LIST_REFUSES = ['scim_filter', 'scim_invalid'] as const;

export const readScimQuery = step(
  'readScimQuery',
  { refuses: LIST_REFUSES },
  () =>
    ({ scim, query }: RequestContext & HasScimRequest): HasListQuery =>
      parseListParameters(scim.kind, query as unknown as ListParameters),
);

/** Reads the body of a search. It has the same members as the query of a list request. */
export const readScimSearch = step(
  'readScimSearch',
  { refuses: [...LIST_REFUSES, 'scim_syntax', 'scim_media_type', 'bad_json', 'request_entity_too_large'] },
  () =>
    async ({ scim, request }: RequestContext & HasScimRequest): Promise<HasListQuery> => {
      const body = await readScimBody(request);
      checkSchemas(body, SEARCH_SCHEMA);
      const text = (name: string): string | null => {
        const value = body[name];
        if (value === undefined || value === null) return null;
        if (Array.isArray(value)) return value.join(',');
        return String(value);
      };
      return parseListParameters(scim.kind, {
        filter: text('filter'),
        startIndex: text('startIndex'),
        count: text('count'),
        attributes: text('attributes'),
        excludedAttributes: text('excludedAttributes'),
      });
    },
);

interface HasSelection {
  readonly selection: AttributeSelection;
  readonly with_members: boolean;
  readonly if_match: string | null;
}

/** Reads the requested attributes and the If-Match header. */
export const readScimSelection = step(
  'readScimSelection',
  { refuses: ['scim_invalid'] },
  () =>
    ({ scim, query, request }: RequestContext & HasScimRequest): HasSelection => {
      const { attributes, excludedAttributes } = query as unknown as ListParameters;
      const selection = parseScimSelection(scim.kind, attributes, excludedAttributes);
      const if_match = request.header('if-match')?.trim() || null;
      return { selection, with_members: selectsAttribute(selection, 'members'), if_match };
    },
);

const BODY_REFUSES = [
  'bad_json',
  'request_entity_too_large',
  'scim_syntax',
  'scim_media_type',
  'scim_invalid',
  'scim_mutability',
] as const;

export const readScimResource = step(
  'readScimResource',
  { refuses: BODY_REFUSES },
  () =>
    async ({ scim, request, path }: RequestContext & HasScimRequest): Promise<{ readonly resource: object }> => ({
      resource: readResource(scim.kind, await readScimBody(request), path.id ?? null),
    }),
);

export const readScimOperations = step(
  'readScimOperations',
  { refuses: [...BODY_REFUSES, 'scim_filter', 'scim_path', 'scim_target'] },
  () =>
    async ({
      scim,
      request,
      path,
    }: RequestContext & HasScimRequest): Promise<{ readonly operations: readonly object[] }> => ({
      operations: readOperations(scim.kind, await readScimBody(request), path.id ?? ''),
    }),
);

export const respondWithScimList = step('respondWithScimList', {}, (gateway) => {
  const base = baseOf(gateway);
  return ({ answer, selection }: RequestContext & HasResult & Pick<HasListQuery, 'selection'>): HasResponse => ({
    response: listResponse(parseResult(answer), { base, selection }),
  });
});

/** Responds with a resource, or with 304 if the client of a GET already has the current version. */
export const respondWithScimResource = (status: 200 | 201) =>
  step('respondWithScimResource', {}, (gateway) => {
    const base = baseOf(gateway);
    return ({
      answer,
      selection,
      request,
    }: RequestContext & HasResult & Pick<HasSelection, 'selection'>): HasResponse => {
      const changed = request.method !== 'GET';
      const known = changed ? undefined : request.header('if-none-match');
      return {
        response: resourceResponse(parseResult(answer) as unknown as ScimResource, {
          status,
          base,
          selection,
          changed,
          known,
        }),
      };
    };
  });

export const respondWithScimDeletion = step(
  'respondWithScimDeletion',
  {},
  () =>
    ({ answer }: RequestContext & HasResult): HasResponse => {
      parseResult(answer);
      return { response: { status: 204, headers: {}, body: null } };
    },
);

/** Responds with a new token. No other response contains it. */
export const respondWithScimToken = step(
  'respondWithScimToken',
  {},
  ({ ring }) =>
    ({ new_token }: RequestContext & { readonly new_token: Readonly<Record<string, unknown>> }): HasResponse => {
      const body = { ...new_token, token: `scim_${ring.sealId('scim_token', String(new_token.id))}` };
      return {
        response: {
          status: 201,
          headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
          body: JSON.stringify(body),
        },
      };
    },
);
