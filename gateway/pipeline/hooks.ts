// Calls HTTP hooks. SQL requests a hook by raising an error, which rolls back the call. The gateway then calls the
// hook without holding a database connection, and repeats the SQL call with the hook's response. If the hook
// fails, nothing of this call is stored.
import { type HookName, type HttpHook, hooksOf } from '../../core/hooks/hook.ts';
import { callHook, HookError } from '../../core/hooks/post.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Call, CallOptions, Statement } from '../database/call.ts';
import { HookCallNeededError, HookRejectedError } from '../database/faults.ts';
import { storageErrorOf } from '../http/storable.ts';

/** Calls a SQL function and the HTTP hooks that it requests. */
export type CallWithHooks = (
  call: { statement: Statement; places: { settings?: number; client?: number } },
  values: readonly unknown[],
  o: CallOptions,
) => Promise<string | null>;

/** Maximum number of hook calls for a call of a SQL function, as protection against loops. */
const MAX_QUESTIONS = 5;

/**
 * Returns the enabled hooks in the form that SQL functions expect, without those that send messages. Returns undefined
 * if there are none.
 */
export function enabledHooks(settings: Settings): object | undefined {
  const active = [...hooksOf(settings)]
    .filter(([name]) => !name.startsWith('send_'))
    .map(([name, hook]) => [name, 'url' in hook ? { http: true } : hook] as const);
  return active.length === 0 ? undefined : Object.fromEntries(active);
}

export function createHookCaller({ call, settings }: { call: Call; settings: Settings }): CallWithHooks {
  const servers = new Map<string, HttpHook>(
    [...hooksOf(settings)].flatMap(([name, hook]) => ('url' in hook ? [[name, hook] as const] : [])),
  );
  if (servers.size === 0) return ({ statement }, values, o) => call(statement, values, o);

  return async ({ statement, places }, given, o) => {
    const values = [...given];
    for (let asked = 0; ; asked += 1) {
      try {
        return await call(statement, values, o);
      } catch (error) {
        if (!(error instanceof HookCallNeededError) || asked === MAX_QUESTIONS) throw error;
        const server = servers.get(error.hook);
        if (server === undefined) throw error;
        const answer = await callHookServer(server, error.event);
        const { settings: at_settings = -1, client: at_client = -1 } = places;
        values[at_settings] = addHookResponse(values[at_settings], error, answer);
        values[at_client] = addEventIds(values[at_client], error.event);
      }
    }
  };
}

async function callHookServer(server: HttpHook, event: object): Promise<object> {
  const answer = await callHook(server, event).catch((error: unknown) => {
    if (!(error instanceof HookError)) throw error;
    throw Object.assign(new HookRejectedError(error.status, error.code, error.message), { cause: error.cause });
  });
  if (storageErrorOf(answer, JSON.stringify(answer)) !== null)
    throw new HookRejectedError(500, undefined, 'Error unmarshaling JSON output.');
  return answer;
}

function addHookResponse(settings: unknown, { hook, subject }: HookCallNeededError, answer: object): string {
  const read = JSON.parse(String(settings)) as { hooks?: Partial<Record<HookName, object>> };
  return JSON.stringify({ ...read, hooks: { ...read.hooks, [hook]: { http: true, subject, answer } } });
}

/** Adds the user id and session id that the hook was called with, so that SQL creates the rows with these ids. */
function addEventIds(client: unknown, event: HookCallNeededError['event']): string {
  const user_id = event.user_id ?? event.user?.id;
  const session_id = event.claims?.session_id;
  const ids = { ...(user_id ? { user_id } : {}), ...(session_id ? { session_id } : {}) };
  return JSON.stringify({ ...(JSON.parse(String(client)) as object), ...ids });
}
