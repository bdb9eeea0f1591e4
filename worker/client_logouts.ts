// Handles a logout job: sends a logout token to the client whose session ended, and records the outcome. The client
// chose the URL, so only public IP addresses and those allowed by the settings are contacted.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../core/database/driver_pool.ts';
import { type DeliveryAttempt, outcomeOfErrorResponse, outcomeWithoutResponse } from '../core/hooks/webhook_attempt.ts';
import { createLogoutSigner, type EndedSession, type LogoutSettings } from '../core/keys/logout_token.ts';
import type { Logger } from '../core/log.ts';
import { sendOutgoingRequest } from '../core/outgoing.ts';
import { createNetworkRestriction } from '../core/reach.ts';
import type { Settings } from '../core/settings/table.ts';
import { FUNCTIONS } from './generated/functions.ts';
import type { JobHandler } from './queue/job_queue.ts';
import { classifyResponse, createWebhookSlots, type ResponseState, SHARED_SLOT_MS } from './webhooks/slots.ts';

/** Settings that the SQL functions for a logout read. */
const DELIVERY_SETTINGS = [
  ...FUNCTIONS.lease_client_logout.settings,
  ...FUNCTIONS.finish_client_logout.settings,
] as const;
export type ClientLogoutSettings = LogoutSettings &
  Pick<Settings, (typeof DELIVERY_SETTINGS)[number] | 'webhook_timeout' | 'oauth_server_allowed_networks'>;

interface Job {
  logout_id: string;
  client_id: string;
}

interface LeasedLogout {
  logout: EndedSession & { attempt: number };
  client: { client_id: string; url: string };
}

type LeaseResult = LeasedLogout | { nothing: string } | { leased_until: string };

/** Creates the handler of logout jobs. It returns the time of the next attempt; null if there is none. */
export function createLogoutDelivery(o: {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  settings: ClientLogoutSettings;
  log: Logger;
  /** Aborted when the process must stop. */
  signal: AbortSignal;
}): JobHandler {
  const { sql, log } = o;
  const settings = JSON.stringify(Object.fromEntries(DELIVERY_SETTINGS.map((name) => [name, o.settings[name]])));
  const lease = `select ${o.api}.lease_client_logout(logout_id => $1::uuid, settings => $2::text::jsonb) as answer`;
  const finish = `select ${o.api}.finish_client_logout(logout_id => $1::uuid, attempt => $2::integer, outcome => $3, error => $4, retry_after => $5, settings => $6::text::jsonb) as answer`;
  const call = async <T>(text: string, values: (string | number | null)[]): Promise<T> =>
    onlyRow(await withResultDeadline(sql.unsafe<{ answer: T }[]>(text, values, { prepare: true }))).answer;
  // Shorter than the lease, so that no other worker sends the token meanwhile.
  const timeout_ms = Math.min(o.settings.webhook_timeout, o.settings.message_lease * 0.6) * 1000;
  const sign = createLogoutSigner(o.settings);
  const reach = createNetworkRestriction({ networks: o.settings.oauth_server_allowed_networks });
  // A slow client does not delay the others.
  const slots = createWebhookSlots();

  const send = async ({ logout, client }: LeasedLogout): Promise<DeliveryAttempt> => {
    const token = await sign(logout, client.client_id);
    // Retry, because the signing key may be missing in this worker only.
    if (token === null)
      return { outcome: 'failed', error: 'no asymmetric key of SVC_JWT_KEYS signs', retry_after: null, answered: true };
    const overdue = AbortSignal.timeout(timeout_ms);
    try {
      const response = await sendOutgoingRequest(client.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'Postern' },
        body: new URLSearchParams({ logout_token: token }).toString(),
        redirect: 'manual',
        signal: AbortSignal.any([overdue, o.signal]),
        reach,
      });
      // Only the status and Retry-After are used.
      await response.body?.cancel();
      return (
        outcomeOfErrorResponse(response) ?? { outcome: 'delivered', error: null, retry_after: null, answered: true }
      );
    } catch (error) {
      return outcomeWithoutResponse(error, { overdue, timeout_ms, stopping: o.signal });
    }
  };

  return async (data, { leave }) => {
    const { logout_id, client_id } = data as Job;
    const place = slots.enter(client_id);
    if (place instanceof Date) return place;
    if (place === 'own') leave();
    let state: ResponseState | null = null;
    let leased: LeaseResult;
    let done: DeliveryAttempt | undefined;
    try {
      leased = await call<LeaseResult>(lease, [logout_id, settings]);
      if ('logout' in leased) {
        const started = performance.now();
        const patience = setTimeout(() => {
          slots.late(client_id);
          leave();
        }, SHARED_SLOT_MS);
        done = await send(leased).finally(() => clearTimeout(patience));
        state = classifyResponse(done.answered, performance.now() - started);
      }
    } finally {
      slots.end(client_id, state);
    }
    if ('nothing' in leased) return null;
    // One millisecond is added because a Date drops the microseconds.
    if ('leased_until' in leased) return new Date(Date.parse(leased.leased_until) + 1);
    const { outcome, error, retry_after } = done as DeliveryAttempt;
    const { logout, client } = leased;
    const { not_before } = await call<{ not_before: string | null }>(finish, [
      ...[logout.id, logout.attempt, outcome, error, retry_after],
      settings,
    ]);
    const line = { logout_id: logout.id, client_id: client.client_id, attempt: logout.attempt };
    if (outcome === 'delivered') log.info(line, 'logout token delivered');
    else log.warn({ ...line, reason: error, again_at: not_before }, 'logout token not delivered');
    return not_before === null ? null : new Date(Date.parse(not_before) + 1);
  };
}
