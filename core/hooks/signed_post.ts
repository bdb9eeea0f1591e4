// Sends a POST signed as in Standard Webhooks (standardwebhooks.com), for hooks and webhooks.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { outgoing } from '../outgoing.ts';

export interface SignedPost {
  url: string;
  /** Signing keys. The request carries one signature per key, and the receiver verifies the one whose key it has. */
  keys: readonly Buffer[];
  body: string;
  /** Stays the same for every attempt of an event. Generated if absent. */
  id?: string;
  /** Sends the trace context: the server belongs to the operator. */
  traced?: boolean;
  signal: AbortSignal;
}

/** Sends the request. Redirects are not followed, because they would give the content to another server. */
export function signedPost({ url, keys, body, id, traced, signal }: SignedPost): Promise<Response> {
  return outgoing(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity', ...signed(keys, body, id) },
    body,
    redirect: 'manual',
    traced,
    signal,
  });
}

function signed(keys: readonly Buffer[], body: string, id: string = randomUUID()): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}

const PREFIX = 'whsec_';

/** Creates a secret in the form that the receiver gets. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** Returns the key of a secret created by newSecret(). */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
