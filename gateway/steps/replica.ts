// Runs a read on a replica if possible.
import { toQueueClient } from '../http/client_ip.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { FunctionName, NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import type { HasResult } from './sql.ts';

/**
 * Calls a function that only reads. If REPLICA_READS is on, an up-to-date replica runs `on_replica`, a variant for
 * several callers at once.
 */
export function sqlOrReplica<const C extends SqlCall>(
  call: C,
  on_replica: FunctionName,
): Step<NeedsOfCall<C>, HasResult> {
  return step('sqlOrReplica', { calls: [call] }, ({ calls, settings: { replica_reads }, standbys }, route) => {
    const ready = calls.ready(call, route);
    if (standbys === undefined || !replica_reads) {
      return async (context: RequestContext) => ({ answer: await ready.ask(context) });
    }
    const settings = calls.settingsOf(on_replica);
    return async (context: RequestContext) => {
      const visitor = toQueueClient(context.request, context.from.limit_key);
      const answer = await standbys.read(on_replica, ready.values(context), { settings, visitor });
      return { answer: answer ?? (await ready.ask(context)) };
    };
  });
}
