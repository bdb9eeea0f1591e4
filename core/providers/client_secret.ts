// Checks Apple's client secret: a JWT that the operator creates, and that expires.
import type { Vendor } from './provider.ts';

const WARNED_BEFORE_MS = 30 * 86_400_000;

export const findClientSecretProblem: Vendor['check_secret'] = ({ claims, config: { client_id }, now }) => {
  if (claims === null) return { usable: false, says: 'is no JWT: it is made from the key for Sign in with Apple' };
  const ends = new Date(Number(claims.exp ?? 0) * 1000);
  const day = ends.toISOString().slice(0, 10);
  if (claims.sub !== client_id) return { usable: false, says: 'has another sub than the Services ID' };
  if (ends.getTime() <= now) return { usable: false, says: `expired on ${day}: make a new one` };
  return ends.getTime() - now > WARNED_BEFORE_MS ? null : { usable: true, says: `expires on ${day}: make a new one` };
};
