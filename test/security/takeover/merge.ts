// POST /user/merge in the takeover model: the request, and its effect on the expected state.
import { claimsOf } from '../../support/clients/client.ts';
import { post, sendAdminRequest } from './browser.ts';
import { endSessions, type ModelState, recordAccessCut, type Session } from './state.ts';

/**
 * Merges the account of session `merged` into the account of session `kept`. Returns false if the server rejects the
 * merge.
 */
export async function mergeAccounts(w: ModelState, kept: Session, merged: Session): Promise<boolean> {
  const { body: before } = await sendAdminRequest(w, 'GET', `/admin/users/${merged.account}`);
  const answer = await post(w, '/user/merge', { access_token: merged.access_token }, kept);
  if (answer.status !== 200) return false;
  endSessions(w, merged.account);
  if ((before.factors ?? []).some(({ status }) => status === 'verified')) endSessions(w, kept.account, kept.id);
  recordAccessCut(w, kept.account, 'a merge');
  const from = w.hers.get(merged.account);
  if (from !== undefined) from.deleted = true;
  return true;
}

/** Records that the attacker's credentials moved from one account to another. */
export function moveCredentials(w: ModelState, { account: from }: Session, { account: to }: Session): void {
  const { attacker, now: since } = w;
  // Credentials from before the first confirmation are void.
  const owned = w.hers.get(from)?.owned_since ?? 0;
  const moves = (one: { account: string; since: number }): boolean => one.account === from && one.since >= owned;
  for (const list of attacker.identities.values()) if (list.some(moves)) list.push({ account: to, since });
  for (const factor of [...attacker.factors].filter(moves)) attacker.factors.push({ ...factor, account: to, since });
  for (const phone of [...attacker.phones].filter(moves)) attacker.phones.push({ ...phone, account: to, since });
}

/** Returns true if the access token belongs to an anonymous user. */
export const isAnonymous = ({ access_token }: Session): boolean =>
  (claimsOf(access_token) as { is_anonymous?: boolean }).is_anonymous === true;
