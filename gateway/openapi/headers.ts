// Response headers of the OpenAPI document, by name.
import { ref, type Schema } from './schemas.ts';

export const HEADERS: Readonly<Record<string, Schema>> = {
  ErrorCode: {
    description: 'The error code. Missing for weak_password in the format of 2024.',
    schema: ref('ErrorCode'),
  },
  AnyErrorCode: { description: 'The error code, which may be an application’s own.', schema: { type: 'string' } },
  ApiVersion: {
    description: 'The error format, if the request selected a later one.',
    schema: { const: '2024-01-01' },
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', required: true, schema: { type: 'integer' } },
  PagedTotalCount: {
    description: 'Entries on all pages; absent if the list is paged by key.',
    schema: { type: 'integer' },
  },
  PagedLink: {
    description: 'Links to the next and the last page; if the list is paged by key, to the next page, if there is one.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'URL of the app, with the result in the fragment or, for PKCE, in the query.',
    required: true,
    schema: { type: 'string' },
  },
  KeptForTenMinutes: {
    description: 'The response may be cached for ten minutes.',
    required: true,
    schema: { const: 'public, max-age=600' },
  },
  KeptForMetadata: {
    description: 'The response may be cached for ten minutes; for one minute while a key is being exchanged.',
    required: true,
    schema: { enum: ['public, max-age=600', 'public, max-age=60'] },
  },
  Revalidated: {
    description: 'The client may keep the response and ask again with `If-None-Match`.',
    required: true,
    schema: { const: 'private, no-cache' },
  },
  Version: { description: 'Version of the resource; absent if it has none.', schema: { type: 'string' } },
  Tag: { description: 'Tag of the response.', required: true, schema: { type: 'string' } },
  NotKept: { description: 'The response must not be cached.', required: true, schema: { const: 'no-store' } },
  RequestId: {
    description: 'Id of the request: in the log, in the audit log and in the list of refused requests.',
    schema: { type: 'string' },
  },
  AllowOrigin: {
    description: 'If the request has an Origin: any origin may read the response.',
    schema: { const: '*' },
  },
  ExposeHeaders: {
    description: 'If the request has an Origin: the headers that scripts may read.',
    schema: { const: 'X-Total-Count, Link, X-Supabase-Api-Version, X-Request-Id' },
  },
};

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

const ALWAYS: Schema = {
  'X-Request-Id': header('RequestId'),
  'Access-Control-Allow-Origin': header('AllowOrigin'),
  'Access-Control-Expose-Headers': header('ExposeHeaders'),
};

const KINDS = {
  kept: { 'Cache-Control': header('KeptForTenMinutes') },
  metadata: { 'Cache-Control': header('KeptForMetadata') },
  version: { ETag: header('Version') },
  tagged: { 'Cache-Control': header('Revalidated'), ETag: header('Tag') },
  not_kept: { 'Cache-Control': header('NotKept') },
  page: { 'X-Total-Count': header('PagedTotalCount'), Link: header('PagedLink') },
  redirect: { Location: header('Location') },
  refused: { 'x-sb-error-code': header('ErrorCode'), 'X-Supabase-Api-Version': header('ApiVersion') },
  refused_by_application: {
    'x-sb-error-code': header('AnyErrorCode'),
    'X-Supabase-Api-Version': header('ApiVersion'),
  },
  retry: { 'Retry-After': header('RetryAfter') },
  // Inline, because the OpenAPI linter does not see references below x-unmatched.
  allow: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } },
} as const satisfies Record<string, Schema>;

/** Returns the headers of a response of the given kinds, and the request id and CORS headers. */
export function selectHeaders(...kinds: readonly (keyof typeof KINDS)[]): Schema {
  return Object.assign({}, ...kinds.map((kind) => KINDS[kind]), ALWAYS) as Schema;
}
