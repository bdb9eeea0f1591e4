// Step of GET /admin/keys. Shows the ids of the keys that sign and seal, since when they are in use, and the next step
// of a rotation. Never shows a key itself.
import { type KeyInUse, keysInUse } from '../../core/keys/in_use.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseResult } from '../database/call.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

const LIST_KEY_USES: SqlCall = { function: 'list_key_uses', args: { claims: 'claims', settings: 'settings' } };

/** Hours in which gateways reported that they used a key for a purpose. */
interface KeyUseCount {
  key: string;
  use: string;
  since: string;
  last: string;
  /** The last hour since `since` in which a gateway did not know the key; null if there is none. */
  missed: string | null;
}

export interface RotationState {
  /**
   * State of the rotation. `none`: there is neither a new nor an old key. `published`: a new key is known, and the old
   * one is in use. `changed`: the new key is in use, and the old one is known.
   */
  step: 'none' | 'published' | 'changed';
  /** Id of the key that the next step activates or removes; `the secret` for JWT_SECRET without an id. */
  key: string | null;
  /** Time from which the next step is safe; null if it is not known or there is none. */
  safe_from: string | null;
  /**
   * Number of OAuth clients that cannot authenticate after the next step, because it removes the key of their secret.
   */
  clients: number;
}

/** Secrets of OAuth clients. They are derived from a key of the ring. */
interface ClientSecrets {
  client_secrets: { key_id: number; clients: number }[];
  former_secrets_until: string | null;
}

const HOUR_MS = 3_600_000;
/** Time in milliseconds for which other servers may cache the key set. */
const CACHED_MS = 600_000;

/**
 * Returns the state of a rotation. A second key that has never been in use is the new key; one that has been in use is
 * the old key. `lifetime_ms` is the longest validity of the tokens that the old key signed or sealed; null if there is
 * no limit. `safe_from` is null while a client's secret is derived from the old key.
 */
export function rotationState(
  keys: readonly KeyInUse[],
  uses: readonly KeyUseCount[],
  o: { works: string; cached_ms: number; lifetime_ms: number | null; secrets?: ClientSecrets },
): RotationState {
  const useOf = (key: string, use: string): KeyUseCount | undefined =>
    uses.find((one) => one.key === key && one.use === use);
  const others = keys.filter(({ use }) => use !== o.works);
  const old = others.find(({ key }) => useOf(key, o.works));
  const named = ({ id }: KeyInUse): string => (id === null ? 'the secret' : String(id));
  const after = (hour: string, ms: number): string => new Date(Date.parse(hour) + ms).toISOString();
  if (old) {
    const last = useOf(old.key, o.works)?.last ?? '';
    const clients = o.secrets?.client_secrets.find(({ key_id }) => key_id === old.id)?.clients ?? 0;
    const expired = o.lifetime_ms === null || clients > 0 ? null : after(last, HOUR_MS + o.lifetime_ms);
    const former = o.secrets?.former_secrets_until ?? null;
    const safe_from =
      expired !== null && former !== null && Date.parse(former) > Date.parse(expired) ? former : expired;
    return { step: 'changed', key: named(old), safe_from, clients };
  }
  // JWT_SECRET must be set in addition to other keys, and the key derived from JWT_SECRET may stay in the key ring. Neither is
  // a new key, so both are ignored.
  const fresh = others.find(({ of, id, algorithm }) =>
    of === 'jwt' ? id !== null || algorithm !== 'HS256' : id !== 0,
  );
  if (fresh === undefined) return { step: 'none', key: null, safe_from: null, clients: 0 };
  const seen = useOf(fresh.key, fresh.use);
  const safe_from = seen ? after(seen.missed ?? seen.since, HOUR_MS + o.cached_ms) : null;
  return { step: 'published', key: named(fresh), safe_from, clients: 0 };
}

/** Returns the longest validity of a refresh token in milliseconds; null if sessions have no limit. */
const longestSessionMs = ({ sessions_timebox, sessions_inactivity_timeout }: Settings): number | null => {
  const bounds = [sessions_timebox, sessions_inactivity_timeout].filter((seconds) => seconds !== null && seconds > 0);
  return bounds.length === 0 ? null : Math.min(...(bounds as number[])) * 1_000;
};

export const respondWithKeys: Step<unknown, HasResponse> = step(
  'respondWithKeys',
  { calls: [LIST_KEY_USES], reply: 'json' },
  ({ calls, settings, ring }, route) => {
    const list = calls.ready(LIST_KEY_USES, route);
    const keys = keysInUse(settings, ring);
    return async (context: RequestContext) => {
      const { uses, ...secrets } = parseResult(await list.ask(context)) as unknown as ClientSecrets & {
        uses: KeyUseCount[];
      };
      const sinceOf = ({ key, use }: KeyInUse): string | null =>
        uses.find((one) => one.key === key && one.use === use)?.since ?? null;
      const jwt = keys.filter(({ of }) => of === 'jwt');
      const pepper = keys.filter(({ of }) => of === 'pepper');
      const answer = {
        jwt_keys: jwt.map((one) => ({ id: one.id, algorithm: one.algorithm, state: one.use, since: sinceOf(one) })),
        pepper_keys: pepper.map((one) => ({ id: one.id, state: one.use, since: sinceOf(one) })),
        jwt_rotation: rotationState(jwt, uses, {
          works: 'signs',
          cached_ms: CACHED_MS,
          lifetime_ms: settings.jwt_exp * 1_000,
        }),
        pepper_rotation: rotationState(pepper, uses, {
          works: 'seals',
          cached_ms: 0,
          lifetime_ms: longestSessionMs(settings),
          secrets,
        }),
      };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
