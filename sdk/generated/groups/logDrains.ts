// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { logDrainsGetIntegrationLogDrains } from '../funcs/logDrainsGetIntegrationLogDrains.ts';
import { logDrainsCreateLogDrain } from '../funcs/logDrainsCreateLogDrain.ts';
import { logDrainsDeleteIntegrationLogDrain } from '../funcs/logDrainsDeleteIntegrationLogDrain.ts';
import type { CreateLogDrainRequest, CreateLogDrainResponseBody, DeleteIntegrationLogDrainRequest, DeleteIntegrationLogDrainResponseBody, GetIntegrationLogDrainsRequest, GetIntegrationLogDrainsResponseBody } from '../types/logDrains.ts';

export class LogDrains {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the log drains of the integration that owns the token.
   * GET /v2/integrations/log-drains
   */
  getIntegrationLogDrains(request?: GetIntegrationLogDrainsRequest, options?: CallOptions): CallPromise<GetIntegrationLogDrainsResponseBody> {
    return asValue(logDrainsGetIntegrationLogDrains(this.#core, request, options));
  }

  /**
   * Creates a log drain that sends log lines to a URL.
   * POST /v2/integrations/log-drains
   */
  createLogDrain(request: CreateLogDrainRequest, options?: CallOptions): CallPromise<CreateLogDrainResponseBody> {
    return asValue(logDrainsCreateLogDrain(this.#core, request, options));
  }

  /**
   * Deletes a log drain.
   * DELETE /v1/integrations/log-drains/{id}
   */
  deleteIntegrationLogDrain(request: DeleteIntegrationLogDrainRequest, options?: CallOptions): CallPromise<DeleteIntegrationLogDrainResponseBody> {
    return asValue(logDrainsDeleteIntegrationLogDrain(this.#core, request, options));
  }
}
