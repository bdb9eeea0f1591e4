// The model's second factor: an authenticator app.
import { fromBase32, totpAt } from '../../support/clients/totp.ts';
import { post, sessionIn } from './browser.ts';
import type { Session, World } from './state.ts';

/** Verifies the factor and returns the session at aal2, or null. */
export async function verifyFactor(w: World, session: Session, id: string, secret: string): Promise<Session | null> {
  const { body } = await post(w, `/factors/${id}/challenge`, {}, session);
  const code = totpAt(fromBase32(secret), Date.now());
  return sessionIn(w, await post(w, `/factors/${id}/verify`, { challenge_id: body.id, code }, session));
}
