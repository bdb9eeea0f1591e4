// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { environmentCreateCustomEnvironment } from '../funcs/environmentCreateCustomEnvironment.ts';
import { environmentGetV9ProjectsIdOrNameCustomEnvironments } from '../funcs/environmentGetV9ProjectsIdOrNameCustomEnvironments.ts';
import { environmentGetCustomEnvironment } from '../funcs/environmentGetCustomEnvironment.ts';
import { environmentUpdateCustomEnvironment } from '../funcs/environmentUpdateCustomEnvironment.ts';
import { environmentRemoveCustomEnvironment } from '../funcs/environmentRemoveCustomEnvironment.ts';
import type { CreateCustomEnvironmentRequest, CreateCustomEnvironmentResponseBody, GetCustomEnvironmentRequest, GetCustomEnvironmentResponseBody, GetV9ProjectsIdOrNameCustomEnvironmentsRequest, GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody, RemoveCustomEnvironmentRequest, RemoveCustomEnvironmentResponseBody, UpdateCustomEnvironmentRequest, UpdateCustomEnvironmentResponseBody } from '../types/environment.ts';

export class Environment {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Adds a custom environment to a project.
   * POST /v9/projects/{idOrName}/custom-environments
   */
  createCustomEnvironment(request: CreateCustomEnvironmentRequest, options?: CallOptions): CallPromise<CreateCustomEnvironmentResponseBody> {
    return asValue(environmentCreateCustomEnvironment(this.#core, request, options));
  }

  /**
   * Lists the custom environments of a project.
   * GET /v9/projects/{idOrName}/custom-environments
   */
  getV9ProjectsIdOrNameCustomEnvironments(request: GetV9ProjectsIdOrNameCustomEnvironmentsRequest, options?: CallOptions): CallPromise<GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody> {
    return asValue(environmentGetV9ProjectsIdOrNameCustomEnvironments(this.#core, request, options));
  }

  /**
   * Reads one custom environment of a project.
   * GET /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
   */
  getCustomEnvironment(request: GetCustomEnvironmentRequest, options?: CallOptions): CallPromise<GetCustomEnvironmentResponseBody> {
    return asValue(environmentGetCustomEnvironment(this.#core, request, options));
  }

  /**
   * Changes a custom environment: slug, description or the branches it follows.
   * PATCH /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
   */
  updateCustomEnvironment(request: UpdateCustomEnvironmentRequest, options?: CallOptions): CallPromise<UpdateCustomEnvironmentResponseBody> {
    return asValue(environmentUpdateCustomEnvironment(this.#core, request, options));
  }

  /**
   * Removes a custom environment from a project.
   * DELETE /v9/projects/{idOrName}/custom-environments/{environmentSlugOrId}
   */
  removeCustomEnvironment(request: RemoveCustomEnvironmentRequest, options?: CallOptions): CallPromise<RemoveCustomEnvironmentResponseBody> {
    return asValue(environmentRemoveCustomEnvironment(this.#core, request, options));
  }
}
