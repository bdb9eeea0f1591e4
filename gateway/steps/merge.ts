// Step of POST /user/merge that verifies the second token: that of the account to merge into the caller's account.
import { readBearerIds } from '../http/claims.ts';
import { refuse } from '../http/errors.ts';
import type { Claims } from '../http/jwt.ts';
import { type RequestContext, step } from '../pipeline/step.ts';

interface HasToken {
  readonly body: { readonly access_token: string | null };
}
interface HasMergedUser {
  readonly merged_user: { readonly claims: Claims };
}

/** Verifies the token in the body like a bearer token. */
export const verifyMergedToken = step(
  'verifyMergedToken',
  { refuses: ['merge_token_missing', 'bad_jwt', 'missing_sub', 'sub_not_uuid', 'session_id_not_uuid'] },
  ({ jwt }) =>
    async ({ body }: RequestContext & HasToken): Promise<HasMergedUser> => {
      if (!body.access_token) throw refuse('merge_token_missing');
      const claims = await jwt.verify(body.access_token);
      readBearerIds(claims);
      return { merged_user: { claims } };
    },
);
