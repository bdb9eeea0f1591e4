// The second factor in the takeover model: TOTP.
import { decodeBase32, totpAt } from '../../support/clients/totp.ts';
import { post, sessionIn } from './browser.ts';
import type { ModelState, Session } from './state.ts';

/** Verifies the factor. Returns the session at aal2, or null. */
export async function verifyFactor(
  w: ModelState,
  session: Session,
  id: string,
  secret: string,
): Promise<Session | null> {
  const { body } = await post(w, `/factors/${id}/challenge`, {}, session);
  const code = totpAt(decodeBase32(secret), Date.now());
  return sessionIn(w, await post(w, `/factors/${id}/verify`, { challenge_id: body.id, code }, session));
}
