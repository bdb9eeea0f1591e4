// Body members, query parameters and SQL arguments that several routes share.
import type { BodyShape } from '../http/body.ts';

export const PKCE_MEMBERS = { code_challenge: 'string', code_challenge_method: 'string' } as const satisfies BodyShape;
/** Arguments of a SQL function that sends a link to an address. */
export const LINK_ARGS = { audience: 'audience', link: 'link', settings: 'settings', client: 'client' } as const;

/** Arguments of a SQL function that checks the rights of an administrator. */
export const ADMIN_ARGS = { claims: 'claims', settings: 'settings' } as const;

/** Query parameters of a list with keyset pagination, and the SQL arguments for them. */
export const KEYSET_PAGE_QUERY = { cursor: 'string', limit: 'string' } as const;
export const KEYSET_PAGE_ARGS = { cursor: 'query.cursor', most: 'query.limit' } as const;
