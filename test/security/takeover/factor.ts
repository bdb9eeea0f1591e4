// The second factor in the takeover model: TOTP.
import { computeTotp, decodeBase32 } from '../../support/clients/totp.ts';
import { post, readSession } from './browser.ts';
import type { ModelState, Session } from './state.ts';

/** Verifies the factor. Returns the session at aal2, or null. */
export async function verifyFactor(
  w: ModelState,
  session: Session,
  id: string,
  secret: string,
): Promise<Session | null> {
  const { body } = await post(w, `/factors/${id}/challenge`, {}, session);
  const code = computeTotp(decodeBase32(secret), Date.now());
  return readSession(w, await post(w, `/factors/${id}/verify`, { challenge_id: body.id, code }, session));
}
