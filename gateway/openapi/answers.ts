// The responses of the document: what each named answer of the route table is, and how refusals look.
import { GATEWAY_ERRORS } from '../http/errors.ts';
import type { AnswerName, Route } from '../route.ts';
import { ref, type Schema } from './schemas.ts';

const ANSWERS: Readonly<
  Record<Exclude<AnswerName, 'none' | 'redirect'>, readonly [schema: string, description: string]>
> = {
  user: ['User', 'The user.'],
  session: ['Session', 'A session.'],
  user_or_session: ['UserOrSession', 'The new user, or a session.'],
  verified: ['SessionOrHalfConfirmed', 'A session, or the first of two confirmations.'],
  empty: ['Empty', 'Done; for whom is not told.'],
  message: ['Message', 'Done; for whom is not told.'],
  settings: ['Settings', 'What a client may know of the configuration.'],
  health: ['Health', 'The server answers.'],
  users: ['Users', 'A page of users.'],
  link: ['GeneratedLink', 'The user with a link and a code.'],
  jwks: ['KeySet', 'The public keys of access tokens.'],
  audit: ['AuditEntries', 'A page of audit entries.'],
  openapi: ['OpenApi', 'This document.'],
};

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });
const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
const response = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

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
  Location: {
    description: 'The app, with the result in the fragment or, for PKCE, in the query.',
    required: true,
    schema: { type: 'string' },
  },
};

const refused = (description: string, headers: Schema = {}): Schema => ({
  description,
  headers: { 'x-sb-error-code': header('ErrorCode'), 'X-Supabase-Api-Version': header('ApiVersion'), ...headers },
  content: json(ref('Error')),
});

export const RESPONSES: Readonly<Record<string, Schema>> = {
  RefusedByApplication: {
    description: 'The request is refused, by this server or by a trigger of the application.',
    headers: { 'x-sb-error-code': header('AnyErrorCode'), 'X-Supabase-Api-Version': header('ApiVersion') },
    content: json({ anyOf: [ref('Error'), ref('ApplicationError')] }),
  },
  Refused: refused('The request is refused.'),
  Unauthorized: refused('No bearer token.'),
  Forbidden: refused('The token is not valid, its bearer is banned or gone, or may not do this.'),
  Limited: refused('Too many requests, messages or wrong tries.'),
  TooLarge: refused('The body is longer than 1 MiB.'),
  Failed: refused('The server is at fault, or somebody it depends on.'),
  Unavailable: refused('The database cannot be asked right now. Sessions stay valid.', {
    'Retry-After': header('RetryAfter'),
  }),
};

/** Status to response for rows that share method and path. */
export function responsesOf(rows: readonly Route[]): Schema {
  const off = rows.every((row) => row.refuse !== undefined);
  const codes = [...new Set(rows.flatMap(({ refuse }) => (refuse === undefined ? [] : [refuse])))];
  const refusals = codes.map((name) => {
    const [status, code, text] = GATEWAY_ERRORS[name];
    return [String(status), refused(`\`${code}\`: ${text}`)] as const;
  });
  return {
    ...Object.fromEntries(off ? refusals : rows.flatMap(success)),
    ...(rows.some(({ auth }) => auth !== 'none') ? { 401: response('Unauthorized'), 403: response('Forbidden') } : {}),
    ...(rows.some(({ guards }) => guards.includes('body') || guards.includes('captcha'))
      ? { 413: response('TooLarge') }
      : {}),
    ...(rows.some(({ limiter }) => limiter !== undefined) ? { 429: response('Limited') } : {}),
    '4XX': response(
      rows.some(({ creates_user, confirms_user }) => creates_user || confirms_user)
        ? 'RefusedByApplication'
        : 'Refused',
    ),
    503: response('Unavailable'),
    '5XX': response('Failed'),
  };
}

function success(row: Route): (readonly [string, Schema])[] {
  if (row.refuse !== undefined) return [];
  if (row.reply === 'no_content') return [['204', { description: 'Done.' }]];
  if (row.answer === 'none') return [];
  if (row.answer === 'redirect') {
    const content = { 'text/html': { schema: { type: 'string' } } };
    return [['303', { description: 'The app is next.', headers: { Location: header('Location') }, content }]];
  }
  const [schema, description] = ANSWERS[row.answer];
  const headers = row.reply === 'page' ? { 'X-Total-Count': header('TotalCount'), Link: header('Link') } : undefined;
  return [['200', { description, ...(headers ? { headers } : {}), content: json(ref(schema)) }]];
}
