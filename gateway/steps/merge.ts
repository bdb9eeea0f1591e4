// The second token of POST /user/merge: that of the account which is merged into the caller's.
import { bearerOf } from '../http/claims.ts';
import { refuse } from '../http/errors.ts';
import type { Claims } from '../http/jwt.ts';
import { type Arrived, step } from '../pipeline/step.ts';

interface HasToken {
  readonly body: { readonly access_token: string | null };
}
interface Merged {
  readonly merged: { readonly claims: Claims };
}

/** Verifies the token in the body as the bearer token was verified. */
export const verifyMergedToken = step(
  'verifyMergedToken',
  { refuses: ['merge_token_missing', 'bad_jwt', 'missing_sub', 'sub_not_uuid', 'session_id_not_uuid'] },
  ({ jwt }) =>
    async ({ body }: Arrived & HasToken): Promise<Merged> => {
      if (!body.access_token) throw refuse('merge_token_missing');
      const claims = await jwt.verify(body.access_token);
      bearerOf(claims);
      return { merged: { claims } };
    },
);
