// Helpers for webhook tests: a webhook, its secret, events, and signature checks with the reference library of
// standardwebhooks.com.
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as assert from 'uvu/assert';
import { EVENT_KINDS } from '../../../core/hooks/event_kinds.ts';
import { createKeyRing } from '../../../core/keys/ring.ts';
import type { TestDatabase } from '../database/db.ts';
import { PEPPER } from '../processes/worker.ts';
import type { ReceivedRequest } from './third_party.ts';

export interface AddedWebhook {
  id: string;
  secret: string;
}

/** Inserts a webhook with sealed secrets. Returns its id and first secret. */
export async function addWebhook(
  db: TestDatabase,
  url: string,
  o: { kinds?: string[]; secrets?: string[]; pepper?: string } = {},
): Promise<AddedWebhook> {
  const id = randomUUID();
  const ring = createKeyRing({ security_pepper: o.pepper ?? PEPPER, jwt_secret: '' });
  const secrets = o.secrets ?? [`whsec_${randomBytes(32).toString('base64')}`];
  const sealed = secrets.map((secret) => ring.seal(secret, id));
  await db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (${id}, ${url}, ${o.kinds ?? [...EVENT_KINDS]}, ${sealed}, now(), now())`;
  return { id, secret: secrets[0] ?? '' };
}

export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: string };
}

/** Returns true if a request is signed with this secret and the signature is at most five minutes old. */
export function isSigned({ body, headers }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** Returns the event in a webhook request. Asserts that the request is signed with this secret. */
export function verifyEvent(request: ReceivedRequest, secret: string): ReceivedEvent {
  assert.ok(isSigned(request, secret), `${request.headers['webhook-signature']} is no signature by this secret`);
  return {
    id: String(request.headers['webhook-id']),
    ...(JSON.parse(request.body) as Omit<ReceivedEvent, 'id'>),
  };
}

/** Creates a user without an event. queueEvent() adds an event in a transaction of its own. */
export async function insertUser(db: TestDatabase): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@example.org`}, now(), now())`;
  return id;
}

export async function queueEvent(db: TestDatabase, user_id: string, kind = 'user.updated'): Promise<void> {
  await db.sql`select auth_lib.notify_webhooks(${kind}, auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
}
