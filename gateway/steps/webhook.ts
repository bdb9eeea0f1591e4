// Steps of webhooks. Generates and seals signing secrets. A response shows a new secret once.
import { randomUUID } from 'node:crypto';
import { EVENT_KINDS } from '../../core/hooks/event_kinds.ts';
import { newSecret } from '../../core/hooks/signed_post.ts';
import { attemptDelivery } from '../../core/hooks/webhook_attempt.ts';
import { isLoopback } from '../../core/outgoing.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import { createTestGuard, TEST_CALLS } from './parts/test_guard.ts';
import type { HasResult } from './sql.ts';

const LIST_WEBHOOKS: SqlCall = { function: 'list_webhooks', args: { claims: 'claims', settings: 'settings' } };

interface HasNewSecret {
  readonly webhook: { readonly id: string; readonly secret: string; readonly sealed: string };
}

/** Generates the id and the signing secret of a new webhook. */
export const generateWebhookSecret: Step<unknown, HasNewSecret> = step(
  'generateWebhookSecret',
  {},
  ({ ring }) =>
    () => {
      const id = randomUUID();
      const secret = newSecret();
      return { webhook: { id, secret, sealed: ring.seal(secret, id) } };
    },
);

interface HasWebhookBody {
  readonly body: { readonly url: string | null; readonly kinds: readonly string[] | null };
}

interface HasCheckedKinds {
  /** Event kinds as a Postgres array literal. SQL validates them. */
  readonly webhook_kinds: { readonly kinds: string | null };
}

/** Requires an https URL, except on this machine, because events contain user data. */
export const checkWebhook: Step<HasWebhookBody, HasCheckedKinds> = step(
  'checkWebhook',
  { refuses: ['validation_failed'] },
  (_, { method }) =>
    ({ body: { url: text, kinds } }: RequestContext & HasWebhookBody) => {
      if (method === 'POST' && (text === null || kinds === null))
        throw refuse('validation_failed', 'A webhook has a URL and kinds of events');
      const words = kinds?.every((word) => /^[a-z._]{1,40}$/.test(word)) ? kinds : ['invalid'];
      const added = { webhook_kinds: { kinds: kinds === null ? null : `{${words.join()}}` } };
      if (text === null) return added;
      const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
      const safe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
      if (!safe) throw refuse('validation_failed', 'url must be an https URL, or an http URL on this machine');
      if (url.username || url.password) throw refuse('validation_failed', 'url must not contain a login');
      return added;
    },
);

interface HasRotation {
  readonly rotation: { readonly secrets: string; readonly secret: string | null };
}

interface HasRotationBody {
  readonly body: { readonly finish: boolean | null };
}

/** Adds a new secret before the current one. With `finish` it keeps only the newest secret. */
export const rotateSecret: Step<HasRotationBody, HasRotation> = step(
  'rotateSecret',
  { calls: [LIST_WEBHOOKS], refuses: ['webhook_unknown'] },
  ({ calls, ring }, route) => {
    const list = calls.ready(LIST_WEBHOOKS, route);
    return async (context: RequestContext & HasRotationBody): Promise<HasRotation> => {
      const { webhooks } = parseResult(await list.ask(context)) as { webhooks: { id: string; secrets: string[] }[] };
      const found = webhooks.find(({ id }) => id === context.path.webhook_id?.toLowerCase());
      const newest = found?.secrets[0];
      if (found === undefined || newest === undefined) throw refuse('webhook_unknown');
      if (context.body.finish) return { rotation: { secrets: `{${newest}}`, secret: null } };
      const secret = newSecret();
      // Sealed secrets contain no characters that need quotes in an array literal.
      return { rotation: { secrets: `{${ring.seal(secret, found.id)},${newest}}`, secret } };
    };
  },
);

/** Replaces the sealed secrets by their number. */
const shown = ({ secrets, ...rest }: Readonly<Record<string, unknown>>): object => ({
  ...rest,
  secrets: (secrets as unknown[]).length,
});

/** Responds with a webhook and its new secret, if there is one. */
export const respondWithWebhook: Step<HasResult & Partial<HasNewSecret> & Partial<HasRotation>, HasResponse> = step(
  'respondWithWebhook',
  { reply: 'json' },
  () =>
    ({ answer, webhook, rotation }) => {
      const secret = webhook?.secret ?? rotation?.secret;
      const body = { ...shown(parseResult(answer)), ...(secret ? { secret } : {}) };
      return { response: jsonResponse(body, { secret: true }) };
    },
);

/** Responds with the webhooks and the event kinds that they can have. */
export const respondWithWebhooks: Step<HasResult, HasResponse> = step(
  'respondWithWebhooks',
  { reply: 'json' },
  () =>
    ({ answer }) => {
      const { webhooks } = parseResult(answer) as { webhooks: Record<string, unknown>[] };
      return { response: jsonResponse({ webhooks: webhooks.map(shown), kinds: EVENT_KINDS }, { secret: true }) };
    },
);

/** Sends a test event without user data to a webhook. The response reports the result. */
export const testWebhook: Step<unknown, HasResponse> = step(
  'testWebhook',
  { calls: [...TEST_CALLS, LIST_WEBHOOKS], refuses: ['webhook_unknown'], reply: 'json' },
  (gateway, route) => {
    const { calls, ring, settings } = gateway;
    const guard = createTestGuard(gateway, route);
    const list = calls.ready(LIST_WEBHOOKS, route);
    return async (context: RequestContext) => {
      await guard.allow(context);
      const { webhooks } = parseResult(await list.ask(context)) as {
        webhooks: { id: string; url: string; secrets: string[] }[];
      };
      const webhook = webhooks.find(({ id }) => id === context.path.webhook_id?.toLowerCase());
      if (webhook === undefined) throw refuse('webhook_unknown');
      await guard.record(context, { webhook_id: webhook.id });
      const event = {
        id: randomUUID(),
        kind: 'webhook.test',
        data: {},
        attempt: 1,
        created_at: new Date().toISOString(),
      };
      // Timeout in milliseconds: at most 5 s, even if deliveries may take longer.
      const timeout_ms = Math.min(settings.webhook_timeout, 5) * 1_000;
      const began = performance.now();
      const { outcome, error } = await attemptDelivery({ event, webhook }, { ring, timeout_ms });
      const answer = { event_id: event.id, outcome, error, ms: Math.round(performance.now() - began) };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
