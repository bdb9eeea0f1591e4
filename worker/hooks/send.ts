// Lets a hook send a message instead of a mail server or an SMS gateway. The queue tries again what fails, as it does for those.
import type { Sql } from 'postgres';
import { answered } from '../../core/database/driver_pool.ts';
import { codeOf, isOutage } from '../../core/database/outage.ts';
import type { FunctionHook, Hook, HttpHook } from '../../core/hooks/hook.ts';
import { askHook, HookFailure } from '../../core/hooks/post.ts';
import { reasonOf } from '../../core/sms/answer.ts';
import { type Outgoing, type Sender, SendFailure } from '../senders.ts';

export type SendHookName = 'send_email' | 'send_sms';

/** The sender of a hook. `sql` is a pool whose statements end after HOOK_STATEMENT_TIMEOUT. */
export function createHookSender(name: SendHookName, hook: Hook, o: { sql: Sql; api: string }): Sender {
  const send =
    'url' in hook
      ? (message: Outgoing, stopping: AbortSignal) => overHttp(hook, message, stopping)
      : (message: Outgoing) => byFunction(name, hook, message, o);
  return async (message, stopping) => {
    try {
      await send(message, stopping);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      // What a hook says may quote what it was given.
      const secrets = [message.code, ...hashesOf(message)];
      throw new SendFailure(reasonOf(error.message, secrets), { permanent: error.permanent, unknown: error.unknown });
    }
  };
}

function hashesOf({ event }: Outgoing): string[] {
  const { email_data = {} } = (event ?? {}) as { email_data?: Record<string, string> };
  return ['token', 'token_new', 'token_hash', 'token_hash_new'].map((name) => email_data[name] ?? '');
}

async function overHttp(hook: HttpHook, message: Outgoing, stopping: AbortSignal): Promise<void> {
  try {
    await askHook(hook, message.event ?? {}, { stopping });
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error;
    throw failureOf(error.status, error.code, error.message);
  }
}

async function byFunction(
  name: SendHookName,
  hook: FunctionHook,
  message: Outgoing,
  { sql, api }: { sql: Sql; api: string },
): Promise<void> {
  const text = `select ${api}.deliver_to_hook(hook => $1, event => $2::text::jsonb, settings => $3::text::jsonb)`;
  const values = [name, JSON.stringify(message.event ?? {}), JSON.stringify({ hooks: { [name]: hook } })];
  try {
    await answered(sql.unsafe(text, values, { prepare: true }));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'PH002') {
      const { status, code: told } = JSON.parse((error as { detail: string }).detail) as {
        status: number;
        code: string | null;
      };
      throw failureOf(status, told ?? undefined, (error as Error).message);
    }
    // All of it is undone.
    const why = isOutage(error) ? 'did not end in time, or the database was away' : 'failed';
    throw new SendFailure(`the function of the hook ${why} (${code ?? 'no code'})`, {});
  }
}

/** A refusal in the hook's own words is for good; what it could not be asked, or had no answer to, may pass. */
function failureOf(status: number, code: string | undefined, message: string): SendFailure {
  const refused = code === undefined && status < 500 && status !== 408 && status !== 429;
  return new SendFailure(message, { permanent: refused, unknown: code === 'hook_timeout' });
}
