// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetWebhooksRequest, GetWebhooksResponseBody } from '../types/webhooks.ts';

/**
 * Lists the webhooks of the account or team.
 * GET /v1/webhooks
 */
export const webhooksGetWebhooks: OptionalOperation<GetWebhooksRequest, GetWebhooksResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/webhooks?projectId&T',
  () => import('../schemas/webhooksGetWebhooks.ts'),
);
