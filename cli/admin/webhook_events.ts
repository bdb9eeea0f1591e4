// Implements the event commands of postern webhook: lists, retries and discards events.
import type { Settings } from '../../core/settings/table.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { type Admin, type AdminResult, CHANGING, CONTEXT, withAdmin } from './admin_functions.ts';

export interface Filter {
  state?: string;
  user?: string;
  server?: string;
  limit: number;
}

const row = (e: AdminResult) => [e.id, e.state, e.kind, e.user_id, e.tries, e.created_at, e.last_error ?? ''];

export function listEvents(o: Filter & { settings: Settings; json: boolean }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const { events } = (await admin.call('list_webhook_events', {
      ...CONTEXT,
      state: o.state ?? null,
      user_id: o.user ?? null,
      webhook_id: o.server ?? null,
      most: String(o.limit),
    })) as { events: AdminResult[] };
    if (o.json) printJson({ events });
    else print(formatTable(['id', 'state', 'kind', 'user', 'tries', 'happened', 'last error'], events.map(row)));
    return 0;
  });
}

/** Retries or drops the given events one by one. Stops at the first error; earlier changes are not rolled back. */
export function changeEvents(o: {
  settings: Settings;
  json: boolean;
  ids: readonly string[];
  call: 'retry_webhook_event' | 'drop_webhook_event';
  done: string;
}): Promise<number> {
  return withAdmin(o.settings, async (admin: Admin) => {
    const answers: AdminResult[] = [];
    for (const event_id of o.ids) {
      const event = await admin.call(o.call, { ...CHANGING, event_id });
      answers.push(event);
      if (!o.json) print(`event ${String(event.id)} (${String(event.kind)}) ${o.done}`);
    }
    if (o.json) printJson({ done: answers });
    return 0;
  });
}
