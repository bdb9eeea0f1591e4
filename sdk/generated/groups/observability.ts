// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { observabilityGetObservabilityConfigurationProjects } from '../funcs/observabilityGetObservabilityConfigurationProjects.ts';
import { observabilityUpdateObservabilityConfigurationProject } from '../funcs/observabilityUpdateObservabilityConfigurationProject.ts';
import type { GetObservabilityConfigurationProjectsRequest, GetObservabilityConfigurationProjectsResponseBody, UpdateObservabilityConfigurationProjectRequest, UpdateObservabilityConfigurationProjectResponseBody } from '../types/observability.ts';

export class Observability {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists for which projects extended observability is switched off.
   * GET /v1/observability/manage/configuration/projects
   */
  getObservabilityConfigurationProjects(request?: GetObservabilityConfigurationProjectsRequest, options?: CallOptions): CallPromise<GetObservabilityConfigurationProjectsResponseBody> {
    return asValue(observabilityGetObservabilityConfigurationProjects(this.#core, request, options));
  }

  /**
   * Switches extended observability on or off for a project.
   * PUT /v1/observability/manage/configuration/projects/{projectIdOrName}
   */
  updateObservabilityConfigurationProject(request: UpdateObservabilityConfigurationProjectRequest, options?: CallOptions): CallPromise<UpdateObservabilityConfigurationProjectResponseBody> {
    return asValue(observabilityUpdateObservabilityConfigurationProject(this.#core, request, options));
  }
}
