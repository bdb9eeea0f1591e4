// The keys of the running server, for commands that seal what it opens.
import { createKeyRing, type KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { Sentence } from '../../core/terminal/sentence.ts';

/** Throws a sentence where there are none: without them nobody seals a secret, or opens it again. */
export function serverRing(keys: Settings, o: { as: 'server' | 'worker'; sealed: string }): KeyRing {
  if (keys.security_pepper === '' && keys.jwt_secret === '')
    throw new Sentence(`Set SVC_SECURITY_PEPPER or SVC_JWT_SECRET as the ${o.as} has it: ${o.sealed} sealed with it.`, {
      code: 'no_keys',
    });
  return createKeyRing(keys);
}
