// Helpers for tests of messages and suppressions: a user with a queued mail, and errors.
import {
  type CallArguments,
  client,
  createUnconfirmedPerson,
  type ExpectedError,
  type SqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';

export const READ_ARGUMENTS: CallArguments = { claims: ADMIN, settings: settings() };
export const WRITE_ARGUMENTS: CallArguments = { ...READ_ARGUMENTS, client };

export const MESSAGE_NOT_FOUND: ExpectedError = [404, 'not_found', 'Message not found'];
export const ALREADY_SENT: ExpectedError = [
  422,
  'validation_failed',
  'The message was sent, or is being sent at this moment',
];
export const LINK_VOID: ExpectedError = [
  422,
  'validation_failed',
  'Its link or code was used, replaced, or has expired: a new message must be asked for',
];
export const ADDRESS_SUPPRESSED: ExpectedError = [
  422,
  'validation_failed',
  'Nothing is sent to its address: npx postern message suppress list',
];

export interface UserWithMail {
  id: string;
  user_id: string;
  email: string;
}

/** Signs a user up, which queues a mail. */
export async function createUserWithMail(sql_api: SqlApi): Promise<UserWithMail> {
  const { id: user_id, email } = await createUnconfirmedPerson(sql_api);
  const [row] = await sql_api.db.sql<{ id: string }[]>`select id from auth.messages where user_id = ${user_id}`;
  if (!row) throw new Error('no message was queued');
  return { id: row.id, user_id, email };
}

/** Leases a message as the worker does. Returns the lease. */
export async function leaseMessage(sql_api: SqlApi, id: string): Promise<CallArguments> {
  const [row] = await sql_api.db.sql<{ taken: CallArguments }[]>`
    select auth_api.lease_message(id, generation, '{}') as taken from auth.messages where id = ${id}`;
  return row?.taken ?? {};
}

export async function finishMessage(sql_api: SqlApi, id: string, outcome: string, error: string, for_good = false) {
  await sql_api.db.sql`select auth_api.finish_message(${id}, 1, ${outcome}, ${error}, refused_for_good => ${for_good})`;
}

export async function countJobs(sql_api: SqlApi, id: string): Promise<number> {
  return (await sql_api.rows('auth_queue.job', `t.data ->> 'message_id' = '${id}'`)).length;
}
