// Steps of passwords: count attempts before a hook is called, hash on a replica, verify hashes of other systems.
import { parseResult } from '../database/call.ts';
import { toQueueClient } from '../http/client_ip.ts';
import { refuse } from '../http/errors.ts';
import type { ForeignHashParameters } from '../http/foreign_hash.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import type { HasResult } from './sql.ts';

/** Counts the attempt before the password hook is called. Does nothing if that hook is off. */
export function countAttempt<const C extends SqlCall>(call: C): Step<NeedsOfCall<C>, undefined> {
  return step('countAttempt', { calls: [call] }, ({ calls, settings }, route) => {
    if (!settings.hook_password_verification_attempt_enabled) return () => undefined;
    const ready = calls.ready(call, route);
    return async (context: RequestContext) => void parseResult(await ready.ask(context, { hashes: false }));
  });
}

interface HasProof {
  /**
   * Result of compare_password() on a replica, a MAC keyed with the stored hash; null if the primary must compute the
   * hash.
   */
  readonly proof: string | null;
}

/** Start of a result which means that the stored hash has changed since the replica read it: `{"proof_invalid": …}`. */
const PROOF_INVALID = '{"proof_invalid"';

/**
 * Calls `call`. If the call hashes a password and a replica is available, the replica first computes the hash with the
 * function of `look`.
 */
export function hashOnReplica<const C extends SqlCall, const L extends SqlCall>(
  call: C,
  o: { look: L },
): Step<Omit<NeedsOfCall<C>, 'proof'> & NeedsOfCall<L>, HasResult> {
  return step('hashOnReplica', { calls: [o.look, call] }, ({ calls, standbys }, route) => {
    const ready = calls.ready(call, route);
    const look = calls.ready(o.look, route);
    type RehashContext = RequestContext & { readonly rehashed?: string | null };
    const askReplica = async (context: RehashContext): Promise<string | null> => {
      if (standbys === undefined || (context.rehashed ?? null) !== null || !ready.hashes(context)) return null;
      const visitor = toQueueClient(context.request, context.from.limit_key);
      const answer = await standbys.hash(look.statement, look.values(context), { ...visitor, hashes: true });
      return answer === null ? null : (JSON.parse(answer) as { proof: string }).proof;
    };
    return async (context: RehashContext) => {
      const proof = await askReplica(context);
      if (proof !== null) {
        const answer = await ready.ask({ ...context, proof } as RehashContext & HasProof, { hashes: false });
        if (!answer?.startsWith(PROOF_INVALID)) return { answer };
      }
      return { answer: await ready.ask({ ...context, proof: null } as RehashContext & HasProof) };
    };
  });
}

interface HasPassword {
  readonly body: { readonly password: string | null; readonly current_password?: string | null };
}

/**
 * Maximum number of calls. The first returns the parameters of the stored hash. Each change of the stored hash
 * meanwhile, for example by an import, causes a further call.
 */
const MAX_CALLS = 4;
const QUESTION = '{"foreign_hash"';

/**
 * Runs a step with `rehashed` and `rehashed_current` null. If SQL responds that the stored hash is from another system,
 * runs the step again with hashes in that system's format, computed without holding a connection. `rehashed` is the
 * hash of `password`, `rehashed_current` that of `current_password`.
 */
export function withForeignHash<Needs>(
  inner: Step<Needs, HasResult>,
): Step<Omit<Needs, 'rehashed' | 'rehashed_current'> & HasPassword, HasResult> {
  return step('withForeignHash', inner.facts, (gateway, route) => {
    const run = inner.bind(gateway, route);
    const { computeForeign } = gateway;
    return async (context: RequestContext & HasPassword) => {
      let rehashed: string | null = null;
      let rehashed_current: string | null = null;
      for (let asked = 0; asked < MAX_CALLS; asked += 1) {
        const { answer } = await run({ ...context, rehashed, rehashed_current } as unknown as RequestContext & Needs);
        if (!answer?.startsWith(QUESTION)) return { answer };
        const { foreign_hash } = JSON.parse(answer) as { foreign_hash: ForeignHashParameters | null };
        const visitor = toQueueClient(context.request, context.from.limit_key);
        const { password, current_password } = context.body;
        rehashed = foreign_hash === null ? null : await computeForeign(password ?? '', foreign_hash, visitor);
        rehashed_current =
          foreign_hash === null || !current_password
            ? null
            : await computeForeign(current_password, foreign_hash, visitor);
      }
      throw refuse('unavailable');
    };
  });
}

interface HasAddress {
  readonly body: { readonly email: string | null; readonly phone: string | null };
}

/** Records for telemetry and reports whether the request is a sign-up without an address. */
export const recordAnonymousSignUp = step(
  'recordAnonymousSignUp',
  {},
  () =>
    ({ body, note }: RequestContext & HasAddress): undefined => {
      note({ anonymous: !body.email && !body.phone });
    },
);
