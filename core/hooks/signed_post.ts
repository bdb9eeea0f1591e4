// One signed POST by Standard Webhooks (standardwebhooks.com): to servers of hooks, and to those that are told of users.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { outgoing } from '../outgoing.ts';

export interface SignedPost {
  url: string;
  /** Each makes a signature of its own; a receiver needs one that it knows. */
  keys: readonly Buffer[];
  body: string;
  /** What stays the same when the same is told again; without it, one is made. */
  id?: string;
  /** The operator's own server is told which trace it is part of. */
  traced?: boolean;
  signal: AbortSignal;
}

/** Sends it. Redirects are not followed: they would carry what it says to somebody else. */
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

/** A new secret as its receiver is given it. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** The key of a secret that newSecret() has made. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
