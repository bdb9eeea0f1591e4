// Key ring of the running server, for commands that seal or derive secrets.
import { createKeyRing, type KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';

/** Creates the key ring. Throws a CommandError if no key is configured. */
export function createServerRing(keys: Settings, o: { as: 'server' | 'worker'; sealed: string }): KeyRing {
  if (keys.security_pepper === '' && keys.jwt_secret === '')
    throw new CommandError(
      `Set SVC_SECURITY_PEPPER or SVC_JWT_SECRET to the value that the ${o.as} uses: ${o.sealed} sealed with it.`,
      {
        code: 'no_keys',
      },
    );
  return createKeyRing(keys);
}
