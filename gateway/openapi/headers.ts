// Response headers of the document, by name.
import { ref, type Schema } from './schemas.ts';

export const HEADERS: Readonly<Record<string, Schema>> = {
  ErrorCode: {
    description: 'The error code. Missing for weak_password in the format of 2024.',
    schema: ref('ErrorCode'),
  },
  AnyErrorCode: { description: 'The error code, which may be an application’s own.', schema: { type: 'string' } },
  ApiVersion: { description: 'The error format, where a later one was asked for.', schema: { const: '2024-01-01' } },
  RetryAfter: { description: 'Seconds until another try makes sense.', required: true, schema: { type: 'integer' } },
  TotalCount: { description: 'Entries on all pages.', required: true, schema: { type: 'integer' } },
  Link: { description: 'Where the next and the last page are.', required: true, schema: { type: 'string' } },
  PagedTotalCount: {
    description: 'Users on all pages; not of a list that is paged by key.',
    schema: { type: 'integer' },
  },
  PagedLink: {
    description: 'Where the next and the last page are; of a list that is paged by key the next, if there is one.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The app, with the result in the fragment or, for PKCE, in the query.',
    required: true,
    schema: { type: 'string' },
  },
  KeptForTenMinutes: {
    description: 'Everybody may keep the answer for ten minutes.',
    required: true,
    schema: { const: 'public, max-age=600' },
  },
  NotKept: { description: 'Nobody may keep the answer.', required: true, schema: { const: 'no-store' } },
  AllowOrigin: { description: 'Where the request has an Origin: any may read the answer.', schema: { const: '*' } },
  ExposeHeaders: {
    description: 'Where the request has an Origin: the headers that scripts may read.',
    schema: { const: 'X-Total-Count, Link, X-Supabase-Api-Version' },
  },
};

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

const CORS: Schema = {
  'Access-Control-Allow-Origin': header('AllowOrigin'),
  'Access-Control-Expose-Headers': header('ExposeHeaders'),
};

const KINDS = {
  kept: { 'Cache-Control': header('KeptForTenMinutes') },
  not_kept: { 'Cache-Control': header('NotKept') },
  page: { 'X-Total-Count': header('TotalCount'), Link: header('Link') },
  page_or_key: { 'X-Total-Count': header('PagedTotalCount'), Link: header('PagedLink') },
  redirect: { Location: header('Location') },
  refused: { 'x-sb-error-code': header('ErrorCode'), 'X-Supabase-Api-Version': header('ApiVersion') },
  refused_by_application: {
    'x-sb-error-code': header('AnyErrorCode'),
    'X-Supabase-Api-Version': header('ApiVersion'),
  },
  retry: { 'Retry-After': header('RetryAfter') },
  // Inline: the linter does not see references below x-unmatched.
  allow: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } },
} as const satisfies Record<string, Schema>;

/** Returns the headers of a response of these kinds. CORS headers are on every response. */
export function headersOf(...kinds: readonly (keyof typeof KINDS)[]): Schema {
  return Object.assign({}, ...kinds.map((kind) => KINDS[kind]), CORS) as Schema;
}
