// Request parameters of the OpenAPI document: in the path, in the query, and in headers that affect the response.
import type { Route } from '../routes/row.ts';
import { describeQueryParameter } from './query_descriptions.ts';
import type { Schema } from './schemas.ts';

const text: Schema = { type: 'string' };

/** Parameters that several operations share. Others are defined inline. */
export const PARAMETERS: Readonly<Record<string, Schema>> = {
  api_version: {
    name: 'X-Supabase-Api-Version',
    in: 'header',
    description: 'A date; from 2024-01-01 on errors have the later format.',
    schema: text,
  },
  audience: {
    name: 'X-JWT-AUD',
    in: 'header',
    description: 'Audience of the users.',
    schema: text,
  },
  session_tag: {
    name: 'X-Session-Tag',
    in: 'header',
    description: 'The kind of the session: one of SESSIONS_TAGS. Ignored if none are set.',
    schema: text,
  },
  redirect_to: {
    name: 'redirect_to',
    in: 'query',
    description: 'Final target of a link. A target that is not allowed counts as absent.',
    schema: text,
  },
  redirect_to_header: {
    name: 'redirect_to',
    in: 'header',
    description: 'The same; takes precedence over the query parameter.',
    schema: text,
  },
  referer: {
    name: 'Referer',
    in: 'header',
    description:
      'Target of a link if redirect_to is absent or not allowed and this URL is allowed; otherwise SITE_URL.',
    schema: text,
  },
  forwarded_host: {
    name: 'X-Forwarded-Host',
    in: 'header',
    description: 'Host of links, if MAILER_EXTERNAL_HOSTS lists it.',
    schema: text,
  },
  forwarded_proto: {
    name: 'X-Forwarded-Proto',
    in: 'header',
    description: '`http` makes links start with http, if that host is localhost.',
    schema: text,
  },
};

/** Returns the names of the shared parameters that the routes read. */
function sharedParameters(rows: readonly Route[]): string[] {
  const sources = new Set<string>(rows.flatMap(({ calls }) => Object.values(calls.at(-1)?.args ?? {})));
  const targets = rows.some(({ leads }) => leads);
  const made = rows.some(({ links }) => links);
  return [
    'api_version',
    ...(sources.has('audience') ? ['audience'] : []),
    ...(rows.some(({ opens_session }) => opens_session) ? ['session_tag'] : []),
    ...(targets ? ['redirect_to', 'redirect_to_header', 'referer'] : []),
    ...(made ? ['forwarded_host', 'forwarded_proto'] : []),
  ];
}

/** Returns the parameters of the routes that share a method and path. */
export function buildParameters(rows: readonly Route[]): Schema[] {
  const [first] = rows as [Route];
  const inPath = [...first.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const grants = rows.flatMap(({ grant_type }) => (grant_type === undefined || grant_type === '*' ? [] : [grant_type]));
  const grant = {
    name: 'grant_type',
    in: 'query',
    required: true,
    description: describeQueryParameter(first, 'grant_type'),
    schema: { type: 'string', enum: grants },
  };
  const inQuery = rows.flatMap(({ query, required = [] }) =>
    Object.entries(query ?? {}).map(([name, kind]) => ({
      name,
      in: 'query',
      description: describeQueryParameter(first, name),
      ...(required.includes(name) ? { required: true } : {}),
      schema: kind === 'object' ? { type: 'string', contentMediaType: 'application/json' } : text,
    })),
  );
  const references = sharedParameters(rows).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return [...inPath, ...(grants.length > 0 ? [grant] : []), ...inQuery, ...references];
}
