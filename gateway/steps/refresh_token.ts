// Unseals refresh tokens before SQL is called, so that a forged token causes no query. Only SQL can verify tokens of
// supabase/auth.
import { HookRejectedError } from '../database/faults.ts';
import { refuse } from '../http/errors.ts';
import { importedTokenDigest } from '../pipeline/imported_token.ts';
import { onError, type RequestContext, step } from '../pipeline/step.ts';

interface HasRefreshBody {
  readonly body: { readonly refresh_token: string | null };
}

interface HasRefreshToken {
  readonly refresh: {
    readonly user_id: string | null;
    readonly session_id: string | null;
    readonly counter: number | null;
    /** Digest of a refresh token of supabase/auth, which only SQL can verify. */
    readonly old_token: string | null;
  };
}

export const unsealRefreshToken = step(
  'unsealRefreshToken',
  { refuses: ['refresh_token_malformed', 'refresh_token_not_found'] },
  ({ ring }) =>
    ({ body }: RequestContext & HasRefreshBody): HasRefreshToken => {
      const token = body.refresh_token ?? '';
      const unsealed = ring.openRefresh(token);
      if (unsealed.ok) {
        const { user_id, session_id, counter } = unsealed;
        return { refresh: { user_id, session_id, counter, old_token: null } };
      }
      const old_token = importedTokenDigest(token);
      if (old_token !== null) return { refresh: { user_id: null, session_id: null, counter: null, old_token } };
      throw refuse(unsealed.reason === 'malformed' ? 'refresh_token_malformed' : 'refresh_token_not_found');
    },
);

/**
 * Returns 503 if a hook fails. Clients end the session after other errors, and a failing hook must not sign out all
 * users. The error of a hook that rejects the refresh is kept.
 */
export const onErrorKeepSession = onError('onErrorKeepSession', () => (_: unknown, error: unknown): never => {
  if (error instanceof HookRejectedError && (error.status >= 500 || error.code?.startsWith('hook_'))) {
    throw Object.assign(new HookRejectedError(503, 'unexpected_failure', error.msg), { cause: error.cause });
  }
  throw error;
});
