// Shared by the tests of webhooks: a receiving server, its secret, and signature checks with the reference library of
// the standard (standardwebhooks.com).
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as assert from 'uvu/assert';
import { EVENT_KINDS } from '../../../core/hooks/event_kinds.ts';
import { createKeyRing } from '../../../core/keys/ring.ts';
import type { TestDatabase } from '../database/db.ts';
import { PEPPER } from '../processes/worker.ts';
import type { ReceivedRequest } from './third_party.ts';

export interface AddedServer {
  id: string;
  secret: string;
}

/** Adds a webhook for a server as the CLI does. */
export async function addServer(
  db: TestDatabase,
  url: string,
  o: { kinds?: string[]; secrets?: string[]; pepper?: string } = {},
): Promise<AddedServer> {
  const id = randomUUID();
  const ring = createKeyRing({ security_pepper: o.pepper ?? PEPPER, jwt_secret: '' });
  const secrets = o.secrets ?? [`whsec_${randomBytes(32).toString('base64')}`];
  const sealed = secrets.map((secret) => ring.seal(secret, id));
  await db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (${id}, ${url}, ${o.kinds ?? [...EVENT_KINDS]}, ${sealed}, now(), now())`;
  return { id, secret: secrets[0] ?? '' };
}

export interface HeardEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: string };
}

/** Returns true if a request is signed with this secret within five minutes of now. */
export function isSigned({ body, headers }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** Returns the event of a request; asserts that this secret has signed it now. */
export function eventOf(request: ReceivedRequest, secret: string): HeardEvent {
  assert.ok(isSigned(request, secret), `${request.headers['webhook-signature']} is no signature by this secret`);
  return {
    id: String(request.headers['webhook-id']),
    ...(JSON.parse(request.body) as Omit<HeardEvent, 'id'>),
  };
}

/** Creates a user in its own transaction, as the real functions do; tell() adds an event in another. */
export async function newUser(db: TestDatabase): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@example.org`}, now(), now())`;
  return id;
}

export async function queueEvent(db: TestDatabase, user_id: string, kind = 'user.updated'): Promise<void> {
  await db.sql`select auth_lib.notify_webhooks(${kind}, auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
}
