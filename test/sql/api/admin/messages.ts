// Helpers of the tests of messages and suppressions: a user with a waiting mail, and the errors of their functions.
import {
  type Args,
  client,
  type Expected,
  type Surface,
  settings,
  unconfirmed,
} from '../../../support/database/surface.ts';
import { ADMIN } from './admin.ts';

export const READING: Args = { claims: ADMIN, settings: settings() };
export const CHANGING: Args = { ...READING, client };

export const UNKNOWN: Expected = [404, 'not_found', 'Message not found'];
export const SENT: Expected = [422, 'validation_failed', 'The message was sent, or is being sent at this moment'];
export const VOID: Expected = [
  422,
  'validation_failed',
  'Its link or code was used, replaced, or has expired: a new message must be asked for',
];
export const HELD: Expected = [
  422,
  'validation_failed',
  'Nothing is sent to its address: npx postern message suppress list',
];

export interface UserWithMail {
  id: string;
  user_id: string;
  email: string;
}

/** Creates a user by sign-up, with a waiting mail. */
export async function userWithMail(surface: Surface): Promise<UserWithMail> {
  const { id: user_id, email } = await unconfirmed(surface);
  const [row] = await surface.db.sql<{ id: string }[]>`select id from auth.messages where user_id = ${user_id}`;
  if (!row) throw new Error('no message was queued');
  return { id: row.id, user_id, email };
}

/** Leases a message as the worker does; returns the lease. */
export async function lease(surface: Surface, id: string): Promise<Args> {
  const [row] = await surface.db.sql<{ taken: Args }[]>`
    select auth_api.lease_message(id, generation, '{}') as taken from auth.messages where id = ${id}`;
  return row?.taken ?? {};
}

export async function finish(surface: Surface, id: string, outcome: string, error: string, for_good = false) {
  await surface.db.sql`select auth_api.finish_message(${id}, 1, ${outcome}, ${error}, refused_for_good => ${for_good})`;
}

export async function jobsOf(surface: Surface, id: string): Promise<number> {
  return (await surface.rows('auth_queue.job', `t.data ->> 'message_id' = '${id}'`)).length;
}
