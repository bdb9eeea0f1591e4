// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteWebhookRequest, DeleteWebhookResponseBody } from '../types/webhooks.ts';

/**
 * Deletes a webhook.
 * DELETE /v1/webhooks/{id}
 */
export const webhooksDeleteWebhook: Operation<DeleteWebhookRequest, DeleteWebhookResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/webhooks/{id}?T accept=*/*',
  () => import('../schemas/webhooksDeleteWebhook.ts'),
);
