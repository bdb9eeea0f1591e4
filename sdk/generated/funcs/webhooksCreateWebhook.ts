// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateWebhookRequest, CreateWebhookResponseBody } from '../types/webhooks.ts';

/**
 * Creates a webhook; the answer is the only place its signing secret appears.
 * POST /v1/webhooks
 */
export const webhooksCreateWebhook: Operation<CreateWebhookRequest, CreateWebhookResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/webhooks?T body=json',
  () => import('../schemas/webhooksCreateWebhook.ts'),
);
