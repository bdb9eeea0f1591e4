// Notifies the server of the after-user-created hook about new users after they are committed. The queue retries
// failures.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../../core/database/driver_pool.ts';
import type { HttpHook } from '../../core/hooks/hook.ts';
import { callHook } from '../../core/hooks/post.ts';
import type { Logger } from '../../core/log.ts';
import { createEventMetadata } from './event.ts';

export function createNewUserNotifier(o: {
  sql: Sql;
  api: string;
  hook: HttpHook;
  log: Logger;
  signal: AbortSignal;
}): (data: unknown) => Promise<Date | null> {
  const text = `select ${o.api}.get_new_user(user_id => $1::uuid) as new_user`;
  return async (data) => {
    const { user_id } = data as { user_id: string };
    const rows = await withResultDeadline(
      o.sql.unsafe<{ new_user: { user?: object; time?: string } }[]>(text, [user_id], { prepare: true }),
    );
    const { user, time } = onlyRow(rows).new_user;
    if (user === undefined) return null;
    await callHook(
      o.hook,
      { metadata: createEventMetadata('after_user_created', user_id, time), user },
      { stopping: o.signal },
    );
    o.log.info({ user_id, hook: 'after_user_created' }, 'hook told');
    return null;
  };
}
