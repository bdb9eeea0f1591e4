// What the tests of webhooks share: a server that is told, its secret, and how it checks a signature: by the published
// standard alone, without a line of ours.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { TestDatabase } from './db.ts';
import type { ReceivedRequest } from './third_party.ts';
import { PEPPER } from './worker.ts';

export const ALL_KINDS = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.signed_in',
  'user.banned',
  'user.unbanned',
];

export interface Told {
  id: string;
  secret: string;
}

/** A server that is told of users, as the command line adds it. */
export async function addServer(
  db: TestDatabase,
  url: string,
  o: { kinds?: string[]; secrets?: string[]; pepper?: string } = {},
): Promise<Told> {
  const id = randomUUID();
  const ring = createKeyRing({ security_pepper: o.pepper ?? PEPPER, jwt_secret: '' });
  const secrets = o.secrets ?? [`whsec_${randomBytes(32).toString('base64')}`];
  const sealed = secrets.map((secret) => ring.seal(secret, id));
  await db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (${id}, ${url}, ${o.kinds ?? ALL_KINDS}, ${sealed}, now(), now())`;
  return { id, secret: secrets[0] ?? '' };
}

export interface HeardEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: string };
}

/** Whether a request is signed by this secret. */
export function isSigned(request: ReceivedRequest, secret: string): boolean {
  const [id, timestamp, signatures = ''] = ['id', 'timestamp', 'signature'].map((name) =>
    String(request.headers[`webhook-${name}`]),
  );
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${request.body}`)
    .digest();
  return signatures.split(' ').some((entry) => {
    const [version, text = ''] = entry.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The event of a request; asserts that this secret has signed it, now. */
export function heard(request: ReceivedRequest, secret: string): HeardEvent {
  assert.ok(isSigned(request, secret), `${request.headers['webhook-signature']} is no signature by this secret`);
  assert.ok(Math.abs(Date.now() / 1000 - Number(request.headers['webhook-timestamp'])) < 300, 'a timestamp of now');
  return {
    id: String(request.headers['webhook-id']),
    ...(JSON.parse(request.body) as Omit<HeardEvent, 'id'>),
  };
}

/** A user and an event of it, made as a story makes them: one transaction each. */
export async function newUser(db: TestDatabase): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@example.org`}, now(), now())`;
  return id;
}

export async function tell(db: TestDatabase, user_id: string, kind = 'user.updated'): Promise<void> {
  await db.sql`select auth_lib.tell(${kind}, auth_lib.user_json(u)) from auth.users as u where u.id = ${user_id}`;
}
