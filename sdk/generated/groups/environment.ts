// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { environmentCreateSharedEnvVariable } from '../funcs/environmentCreateSharedEnvVariable.ts';
import { environmentListSharedEnvVariable } from '../funcs/environmentListSharedEnvVariable.ts';
import { environmentUpdateSharedEnvVariable } from '../funcs/environmentUpdateSharedEnvVariable.ts';
import { environmentDeleteSharedEnvVariable } from '../funcs/environmentDeleteSharedEnvVariable.ts';
import { environmentGetSharedEnvVar } from '../funcs/environmentGetSharedEnvVar.ts';
import { environmentUnlinkSharedEnvVariable } from '../funcs/environmentUnlinkSharedEnvVariable.ts';
import { environmentCreateCustomEnvironment } from '../funcs/environmentCreateCustomEnvironment.ts';
import { environmentGetProjectsByIdOrNameCustomEnvironments } from '../funcs/environmentGetProjectsByIdOrNameCustomEnvironments.ts';
import { environmentGetCustomEnvironment } from '../funcs/environmentGetCustomEnvironment.ts';
import { environmentUpdateCustomEnvironment } from '../funcs/environmentUpdateCustomEnvironment.ts';
import { environmentRemoveCustomEnvironment } from '../funcs/environmentRemoveCustomEnvironment.ts';
import type { CreateCustomEnvironmentRequest, CreateCustomEnvironmentResponseBody, CreateSharedEnvVariableRequest, CreateSharedEnvVariableResponseBody, DeleteSharedEnvVariableRequest, DeleteSharedEnvVariableResponseBody, GetCustomEnvironmentRequest, GetCustomEnvironmentResponseBody, GetProjectsByIdOrNameCustomEnvironmentsRequest, GetProjectsByIdOrNameCustomEnvironmentsResponseBody, GetSharedEnvVarRequest, GetSharedEnvVarResponseBody, ListSharedEnvVariableRequest, ListSharedEnvVariableResponseBody, RemoveCustomEnvironmentRequest, RemoveCustomEnvironmentResponseBody, UnlinkSharedEnvVariableRequest, UnlinkSharedEnvVariableResponseBody, UpdateCustomEnvironmentRequest, UpdateCustomEnvironmentResponseBody, UpdateSharedEnvVariableRequest, UpdateSharedEnvVariableResponseBody } from '../types/environment.ts';

export class Environment {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Creates environment variables that several projects of a team share.
   * POST /v1/env
   */
  createSharedEnvVariable(request?: CreateSharedEnvVariableRequest, options?: CallOptions): CallPromise<CreateSharedEnvVariableResponseBody> {
    return asValue(environmentCreateSharedEnvVariable(this.#core, request, options));
  }

  /**
   * Lists the environment variables that a team shares between projects.
   * GET /v1/env
   */
  listSharedEnvVariable(request?: ListSharedEnvVariableRequest, options?: CallOptions): CallPromise<ListSharedEnvVariableResponseBody> {
    return asValue(environmentListSharedEnvVariable(this.#core, request, options));
  }

  /**
   * Changes shared environment variables: values, targets or the projects they belong to.
   * PATCH /v1/env
   */
  updateSharedEnvVariable(request?: UpdateSharedEnvVariableRequest, options?: CallOptions): CallPromise<UpdateSharedEnvVariableResponseBody> {
    return asValue(environmentUpdateSharedEnvVariable(this.#core, request, options));
  }

  /**
   * Deletes shared environment variables from the team and all its projects.
   * DELETE /v1/env
   */
  deleteSharedEnvVariable(request?: DeleteSharedEnvVariableRequest, options?: CallOptions): CallPromise<DeleteSharedEnvVariableResponseBody> {
    return asValue(environmentDeleteSharedEnvVariable(this.#core, request, options));
  }

  /**
   * Reads one shared environment variable with its decrypted value.
   * GET /v1/env/{id}
   */
  getSharedEnvVar(request: GetSharedEnvVarRequest, options?: CallOptions): CallPromise<GetSharedEnvVarResponseBody> {
    return asValue(environmentGetSharedEnvVar(this.#core, request, options));
  }

  /**
   * Takes a shared environment variable away from one project.
   * PATCH /v1/env/{id}/unlink/{projectId}
   */
  unlinkSharedEnvVariable(request: UnlinkSharedEnvVariableRequest, options?: CallOptions): CallPromise<UnlinkSharedEnvVariableResponseBody> {
    return asValue(environmentUnlinkSharedEnvVariable(this.#core, request, options));
  }

  /**
   * Adds a custom environment to a project.
   * POST /v9/projects/{idOrName}/custom-environments
   */
  createCustomEnvironment(request: CreateCustomEnvironmentRequest, options?: CallOptions): CallPromise<CreateCustomEnvironmentResponseBody> {
    return asValue(environmentCreateCustomEnvironment(this.#core, request, options));
  }

  /**
   * Lists the custom environments of a project, such as staging.
   * GET /v9/projects/{idOrName}/custom-environments
   */
  getProjectsByIdOrNameCustomEnvironments(request: GetProjectsByIdOrNameCustomEnvironmentsRequest, options?: CallOptions): CallPromise<GetProjectsByIdOrNameCustomEnvironmentsResponseBody> {
    return asValue(environmentGetProjectsByIdOrNameCustomEnvironments(this.#core, request, options));
  }

  /**
   * Lists the custom environments of a project, such as staging.
   * GET /v9/projects/{idOrName}/custom-environments
   * @deprecated Its name is environment.getProjectsByIdOrNameCustomEnvironments now.
   */
  getV9ProjectsIdOrNameCustomEnvironments(request: GetProjectsByIdOrNameCustomEnvironmentsRequest, options?: CallOptions): CallPromise<GetProjectsByIdOrNameCustomEnvironmentsResponseBody> {
    return asValue(environmentGetProjectsByIdOrNameCustomEnvironments(this.#core, request, options));
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
