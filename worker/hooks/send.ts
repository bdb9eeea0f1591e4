// Sends a message through a hook instead of a mail server or SMS gateway. The queue retries failures in the same way.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../../core/database/driver_pool.ts';
import { isOutage, sqlStateOrErrorCode } from '../../core/database/outage.ts';
import type { FunctionHook, Hook, HttpHook } from '../../core/hooks/hook.ts';
import { callHook, HookError } from '../../core/hooks/post.ts';
import { type OutgoingMessage, SendError, type Sender } from '../../core/senders.ts';
import { redactReason } from '../../core/sms/response.ts';

export type SendHookName = 'send_email' | 'send_sms';

/** Creates the sender for a hook. `sql` must be a pool whose statements time out after HOOK_STATEMENT_TIMEOUT. */
export function createHookSender(name: SendHookName, hook: Hook, o: { sql: Sql; api: string }): Sender {
  const send =
    'url' in hook
      ? (message: OutgoingMessage, stopping: AbortSignal) => sendOverHttp(hook, message, stopping)
      : (message: OutgoingMessage) => sendByFunction(name, hook, message, o);
  return async (message, stopping) => {
    try {
      await send(message, stopping);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      // The hook's error text may quote its input.
      const secrets = [message.code, ...readTokenHashes(message)];
      throw new SendError(redactReason(error.message, secrets), { permanent: error.permanent, unknown: error.unknown });
    }
  };
}

function readTokenHashes({ event }: OutgoingMessage): string[] {
  const { email_data = {} } = (event ?? {}) as { email_data?: Record<string, string> };
  return ['token', 'token_new', 'token_hash', 'token_hash_new'].map((name) => email_data[name] ?? '');
}

async function sendOverHttp(hook: HttpHook, message: OutgoingMessage, stopping: AbortSignal): Promise<void> {
  try {
    await callHook(hook, message.event ?? {}, { stopping });
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    throw toSendError(error.status, error.code, error.message);
  }
}

async function sendByFunction(
  name: SendHookName,
  hook: FunctionHook,
  message: OutgoingMessage,
  { sql, api }: { sql: Sql; api: string },
): Promise<void> {
  const text = `select ${api}.deliver_to_hook(hook => $1, event => $2::text::jsonb, settings => $3::text::jsonb)`;
  const values = [name, JSON.stringify(message.event ?? {}), JSON.stringify({ hooks: { [name]: hook } })];
  try {
    onlyRow(await withResultDeadline(sql.unsafe(text, values, { prepare: true })));
  } catch (error) {
    const code = sqlStateOrErrorCode(error);
    if (code === 'PH002') {
      const { status, code: hook_code } = JSON.parse((error as { detail: string }).detail) as {
        status: number;
        code: string | null;
      };
      throw toSendError(status, hook_code ?? undefined, (error as Error).message);
    }
    const why = isOutage(error) ? 'did not end in time, or the database was away' : 'failed';
    throw new SendError(`the function of the hook ${why} (${code ?? 'no code'})`, { unknown: mayHaveCommitted(code) });
  }
}

/** Codes of a connection that failed after the statement may have been sent. PgBouncer sends 08P01. */
const LOST = ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08P01', '08006'];

/**
 * Returns true if the function may have committed, because only its result was lost. The server has rolled back a
 * statement whose error it sent.
 */
const mayHaveCommitted = (code: string | undefined): boolean => code !== undefined && LOST.includes(code);

/**
 * Classifies an error of a hook. An error without a code and with a status below 500, except 408 and 429, comes from
 * the hook and is permanent. All other errors are retried.
 */
function toSendError(status: number, code: string | undefined, message: string): SendError {
  const refused = code === undefined && status < 500 && status !== 408 && status !== 429;
  return new SendError(message, { permanent: refused, unknown: code === 'hook_timeout' });
}
