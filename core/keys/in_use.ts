// Lists the keys of a process and their use, for the counts of key uses and the keys page of the console.
import type { Settings } from '../settings/table.ts';
import { parseJwtKeys } from './jwt_keys.ts';
import { parsePepper } from './pepper.ts';
import type { KeyRing } from './ring.ts';

export interface KeyInUse {
  of: 'jwt' | 'pepper';
  /** Key id. Null for SVC_JWT_SECRET without SVC_JWT_KEY_ID. */
  id: string | number | null;
  algorithm: string | null;
  use: 'signs' | 'verifies' | 'seals' | 'opens';
  /** Name of the key in auth.tallies. */
  key: string;
}

/** Maximum length of a name in auth.tallies. */
const LONGEST = 100;

type KeySettings = Pick<Settings, 'jwt_keys' | 'jwt_secret' | 'jwt_key_id' | 'security_pepper'>;

/** Returns the keys of access tokens (SVC_JWT_KEYS, then the secret), then the keys of the key ring. */
export function keysInUse(settings: KeySettings, ring: Pick<KeyRing, 'sealing_key_id'>): KeyInUse[] {
  const keys = parseJwtKeys(settings.jwt_keys);
  const jwt = keys.map(({ kid, alg, signs }) => ({ id: kid as string | null, algorithm: alg, signs }));
  if (settings.jwt_secret !== '')
    jwt.push({ id: settings.jwt_key_id || null, algorithm: 'HS256', signs: keys.length === 0 });
  const pepper = settings.security_pepper ? parsePepper(settings.security_pepper) : [{ id: ring.sealing_key_id }];
  return [
    ...jwt.map(({ id, algorithm, signs }): KeyInUse => {
      const key = `jwt ${id ?? 'secret'}`.slice(0, LONGEST);
      return { of: 'jwt', id, algorithm, use: signs ? 'signs' : 'verifies', key };
    }),
    ...pepper.map(({ id }): KeyInUse => {
      const use = id === ring.sealing_key_id ? 'seals' : 'opens';
      return { of: 'pepper', id, algorithm: null, use, key: `pepper ${id}` };
    }),
  ];
}
