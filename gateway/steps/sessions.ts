// Step of POST /admin/sessions/revoke. Revokes sessions in batches, each in a transaction, for a limited time.
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

interface HasBody {
  readonly body: {
    readonly opened_before: string | null;
    readonly role: string | null;
    readonly after_user: string | null;
    readonly dry_run: boolean | null;
  };
}

const END_EVERY_SESSION: SqlCall = {
  function: 'end_every_session',
  args: {
    claims: 'claims',
    opened_before: 'body.opened_before',
    role: 'body.role',
    after_user: 'body.after_user',
    most: 'none',
    settings: 'settings',
    client: 'client',
    dry_run: 'body.dry_run',
  },
};

/**
 * Time in milliseconds after which no further batch begins. The response then has the position at which to continue.
 */
const PATIENCE_MS = 3_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const revokeSessionsInBatches: Step<HasBody, HasResponse> = step(
  'revokeSessionsInBatches',
  { calls: [END_EVERY_SESSION], refuses: ['validation_failed'], reply: 'json' },
  ({ calls }, route) => {
    const end = calls.ready(END_EVERY_SESSION, route);
    return async (context: RequestContext & HasBody) => {
      const { opened_before, after_user, dry_run } = context.body;
      if (opened_before !== null && (!TIME.test(opened_before) || Number.isNaN(Date.parse(opened_before))))
        throw refuse('validation_failed', 'opened_before is a time as in 2026-11-26T20:42:00Z');
      if (after_user !== null && !UUID.test(after_user)) throw refuse('validation_failed', 'after_user is an id');
      const began = performance.now();
      const total = { users: 0, sessions: 0 };
      let next = after_user;
      do {
        const body = { ...context.body, after_user: next, dry_run: dry_run ?? false };
        const batch = parseResult(await end.ask({ ...context, body } as RequestContext)) as typeof total & {
          after_user: string | null;
        };
        total.users += batch.users;
        total.sessions += batch.sessions;
        next = batch.after_user;
      } while (next !== null && performance.now() - began < PATIENCE_MS);
      const answer = { ...total, dry_run: dry_run ?? false, done: next === null, after_user: next };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
