// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetWebhookRequest, GetWebhookResponseBody } from '../types/webhooks.ts';

/**
 * Reads one webhook.
 * GET /v1/webhooks/{id}
 */
export const webhooksGetWebhook: Operation<GetWebhookRequest, GetWebhookResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/webhooks/{id}?T',
  () => import('../schemas/webhooksGetWebhook.ts'),
);
