// GET /ready: whether this process should be sent requests: it is not stopping, and the database answers with a schema that
// this release can serve. /health says less: that the process answers, so that an outage of the database restarts nothing.

import { isDatabaseError } from '../../core/database/outage.ts';
import { fitness, type Release } from '../../core/database/release.ts';
import { type Call, statementText } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import type { HttpResponse } from '../server/types.ts';
import { jsonResponse } from './reply.ts';

/** Answers 200, or throws a 503. However many ask at once, the database is asked once. */
export type Ready = () => Promise<HttpResponse>;

export function createReady(o: { call: Call; api: string; stopping: () => boolean }): Ready {
  const statement = { text: statementText(o.api, 'get_release', []), pool: 'fast', creates_user: false } as const;
  let asking: Promise<string | null> | undefined;
  const ask = (): Promise<string | null> => {
    // A turn of its own in the line for connections: a crowd of requests must not make a good instance look bad.
    asking ??= o.call(statement, [], { hashes: false, client: '/ready' }).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return async () => {
    if (o.stopping()) throw refuse('stopping');
    const answer = await ask().catch((error: unknown) => {
      // No schema, or no right to it.
      if (isDatabaseError(error)) throw Object.assign(refuse('schema_unfit'), { cause: error });
      throw error;
    });
    const release = answer === null ? null : (JSON.parse(answer) as Release);
    if (release === null || fitness(release).verdict !== 'ready') throw refuse('schema_unfit');
    if (o.stopping()) throw refuse('stopping');
    return jsonResponse({ ready: true }, { secret: true });
  };
}
