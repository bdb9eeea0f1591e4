// Sends a POST request with a Standard Webhooks signature (standardwebhooks.com), for hooks and webhooks.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sendOutgoingRequest } from '../outgoing.ts';

export interface SignedPostRequest {
  url: string;
  /** Signing keys. The request has one signature per key, so that the receiver can verify it with any of them. */
  keys: readonly Buffer[];
  body: string;
  /** Id of the event, the same for every attempt. Generated if absent. */
  id?: string;
  /** True to send the trace context. Set it only if the server belongs to the operator. */
  traced?: boolean;
  signal: AbortSignal;
}

/** Sends the request. Redirects are not followed, because they would send the content to another server. */
export function sendSignedPost({ url, keys, body, id, traced, signal }: SignedPostRequest): Promise<Response> {
  return sendOutgoingRequest(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity', ...signatureHeaders(keys, body, id) },
    body,
    redirect: 'manual',
    traced,
    signal,
  });
}

function signatureHeaders(keys: readonly Buffer[], body: string, id: string = randomUUID()): Record<string, string> {
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

/** Creates a signing secret in the format of Standard Webhooks: `whsec_` and base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** Returns the key in a secret that newSecret() created. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
