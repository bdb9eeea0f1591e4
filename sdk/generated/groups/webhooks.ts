// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { webhooksCreateWebhook } from '../funcs/webhooksCreateWebhook.ts';
import { webhooksGetWebhooks } from '../funcs/webhooksGetWebhooks.ts';
import { webhooksGetWebhook } from '../funcs/webhooksGetWebhook.ts';
import { webhooksDeleteWebhook } from '../funcs/webhooksDeleteWebhook.ts';
import type { CreateWebhookRequest, CreateWebhookResponseBody, DeleteWebhookRequest, DeleteWebhookResponseBody, GetWebhookRequest, GetWebhookResponseBody, GetWebhooksRequest, GetWebhooksResponseBody } from '../types/webhooks.ts';

export class Webhooks {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Creates a webhook; the answer is the only place its signing secret appears.
   * POST /v1/webhooks
   */
  createWebhook(request: CreateWebhookRequest, options?: CallOptions): CallPromise<CreateWebhookResponseBody> {
    return asValue(webhooksCreateWebhook(this.#core, request, options));
  }

  /**
   * Lists the webhooks of the account or team.
   * GET /v1/webhooks
   */
  getWebhooks(request?: GetWebhooksRequest, options?: CallOptions): CallPromise<GetWebhooksResponseBody> {
    return asValue(webhooksGetWebhooks(this.#core, request, options));
  }

  /**
   * Reads one webhook.
   * GET /v1/webhooks/{id}
   */
  getWebhook(request: GetWebhookRequest, options?: CallOptions): CallPromise<GetWebhookResponseBody> {
    return asValue(webhooksGetWebhook(this.#core, request, options));
  }

  /**
   * Deletes a webhook.
   * DELETE /v1/webhooks/{id}
   */
  deleteWebhook(request: DeleteWebhookRequest, options?: CallOptions): CallPromise<DeleteWebhookResponseBody> {
    return asValue(webhooksDeleteWebhook(this.#core, request, options));
  }
}
