// Finds OAuth clients whose secret is derived from a key that is no longer in the key ring.
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import { parsePepper } from '../../core/keys/pepper.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { Check } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

export interface KeySettings {
  security_pepper?: string;
}

/** Maximum number of findings. */
const MOST = 20;

/**
 * Creates the check. It finds nothing if SVC_SECURITY_PEPPER is not set, because doctor may run where this secret is
 * not available.
 */
export function createKeysCheck({ security_pepper = '' }: KeySettings): Check {
  return async (context) => {
    if (security_pepper === '') return [];
    const ids = parsePepper(security_pepper).map(({ id }) => id);
    const rows = await queryAsOwner<{ id: string; name: string; key: number; registration: string }>(
      context,
      `select c.id::text as id, left(c.client_name, 100) as name, c.secret_key_id as key, c.registration_type::text as registration
       from ${qualifyName(context.names.auth, 'oauth_clients')} as c
       where c.secret_key_id not in (${ids.join(', ')}) and c.deleted_at is null
         and c.token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post')
       order by c.registration_type <> 'manual', c.created_at, c.id limit ${MOST}`,
    );
    const more = rows.length === MOST ? ` (the first ${MOST})` : '';
    return rows.map(({ id, name, key, registration }): Finding => {
      const advice =
        registration === 'manual'
          ? `add key ${key} to SVC_SECURITY_PEPPER again, or give the client a new secret: npx postern oauth client rotate-secret ${id}`
          : `add key ${key} to SVC_SECURITY_PEPPER again, or let the client register again: npx postern oauth client delete ${id}`;
      return findingWithAdvice(
        'keys',
        `OAuth client ${id} (${JSON.stringify(name ?? '')}) cannot authenticate: its secret is derived from key ${key}, which SVC_SECURITY_PEPPER does not contain${more}`,
        advice,
      );
    });
  };
}
