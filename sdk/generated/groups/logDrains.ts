// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { logDrainsGetConfigurableLogDrain } from '../funcs/logDrainsGetConfigurableLogDrain.ts';
import { logDrainsDeleteConfigurableLogDrain } from '../funcs/logDrainsDeleteConfigurableLogDrain.ts';
import { logDrainsGetAllLogDrains } from '../funcs/logDrainsGetAllLogDrains.ts';
import { logDrainsCreateConfigurableLogDrain } from '../funcs/logDrainsCreateConfigurableLogDrain.ts';
import { logDrainsGetIntegrationLogDrains } from '../funcs/logDrainsGetIntegrationLogDrains.ts';
import { logDrainsCreateLogDrain } from '../funcs/logDrainsCreateLogDrain.ts';
import { logDrainsDeleteIntegrationLogDrain } from '../funcs/logDrainsDeleteIntegrationLogDrain.ts';
import type { CreateConfigurableLogDrainRequest, CreateConfigurableLogDrainResponseBody, CreateLogDrainRequest, CreateLogDrainResponseBody, DeleteConfigurableLogDrainRequest, DeleteConfigurableLogDrainResponseBody, DeleteIntegrationLogDrainRequest, DeleteIntegrationLogDrainResponseBody, GetAllLogDrainsRequest, GetAllLogDrainsResponseBody, GetConfigurableLogDrainRequest, GetConfigurableLogDrainResponseBody, GetIntegrationLogDrainsRequest, GetIntegrationLogDrainsResponseBody } from '../types/logDrains.ts';

export class LogDrains {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads one log drain of the account or team.
   * GET /v1/log-drains/{id}
   */
  getConfigurableLogDrain(request: GetConfigurableLogDrainRequest, options?: CallOptions): CallPromise<GetConfigurableLogDrainResponseBody> {
    return asValue(logDrainsGetConfigurableLogDrain(this.#core, request, options));
  }

  /**
   * Deletes a log drain of the account or team.
   * DELETE /v1/log-drains/{id}
   */
  deleteConfigurableLogDrain(request: DeleteConfigurableLogDrainRequest, options?: CallOptions): CallPromise<DeleteConfigurableLogDrainResponseBody> {
    return asValue(logDrainsDeleteConfigurableLogDrain(this.#core, request, options));
  }

  /**
   * Lists all log drains of the account or team.
   * GET /v1/log-drains
   */
  getAllLogDrains(request?: GetAllLogDrainsRequest, options?: CallOptions): CallPromise<GetAllLogDrainsResponseBody> {
    return asValue(logDrainsGetAllLogDrains(this.#core, request, options));
  }

  /**
   * Creates a log drain that sends log lines of projects to a URL.
   * POST /v1/log-drains
   */
  createConfigurableLogDrain(request: CreateConfigurableLogDrainRequest, options?: CallOptions): CallPromise<CreateConfigurableLogDrainResponseBody> {
    return asValue(logDrainsCreateConfigurableLogDrain(this.#core, request, options));
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
