// Body members and arguments that rows share.
import type { BodyShape } from '../http/body.ts';

export const PKCE = { code_challenge: 'string', code_challenge_method: 'string' } as const satisfies BodyShape;
/** Arguments of a function that sends a link to the owner of an address in an audience. */
export const LINK_ARGS = { audience: 'audience', link: 'link', settings: 'settings', client: 'client' } as const;

/** Arguments of functions that check an administrator. */
export const WHO = { claims: 'claims', settings: 'settings' } as const;

/** Query parameters of a list that is paged by key, and their arguments. */
export const PAGE = { cursor: 'string', limit: 'string' } as const;
export const PAGE_ARGS = { cursor: 'query.cursor', most: 'query.limit' } as const;
