// POST /user/merge in the model: the request, and what it changes in the world.
import { claimsOf } from '../../support/clients/client.ts';
import { admin, post } from './browser.ts';
import { cut, endSessions, type Session, type World } from './state.ts';

/** Merges the account of `merged` into that of `kept`. Returns false if that is refused. */
export async function merges(w: World, kept: Session, merged: Session): Promise<boolean> {
  const { body: before } = await admin(w, 'GET', `/admin/users/${merged.account}`);
  const answer = await post(w, '/user/merge', { access_token: merged.access_token }, kept);
  if (answer.status !== 200) return false;
  endSessions(w, merged.account);
  if ((before.factors ?? []).some(({ status }) => status === 'verified')) endSessions(w, kept.account, kept.id);
  cut(w, kept.account, 'a merge');
  const from = w.hers.get(merged.account);
  if (from !== undefined) from.deleted = true;
  return true;
}

/** Records that the attacker's credentials of an account are now those of another one. */
export function moveCredentials(w: World, { account: from }: Session, { account: to }: Session): void {
  const { attacker, now: since } = w;
  // Those of before the first proof are not his any more.
  const owned = w.hers.get(from)?.owned_since ?? 0;
  const moves = (one: { account: string; since: number }): boolean => one.account === from && one.since >= owned;
  for (const list of attacker.identities.values()) if (list.some(moves)) list.push({ account: to, since });
  for (const factor of [...attacker.factors].filter(moves)) attacker.factors.push({ ...factor, account: to, since });
  for (const phone of [...attacker.phones].filter(moves)) attacker.phones.push({ ...phone, account: to, since });
}

/** Returns true if the token is that of an anonymous user, as an app sees it. */
export const isVisitor = ({ access_token }: Session): boolean =>
  (claimsOf(access_token) as { is_anonymous?: boolean }).is_anonymous === true;
