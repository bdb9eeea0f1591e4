// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { microfrontendsGetMicrofrontendsGroups } from '../funcs/microfrontendsGetMicrofrontendsGroups.ts';
import { microfrontendsGetMicrofrontendsInGroup } from '../funcs/microfrontendsGetMicrofrontendsInGroup.ts';
import { microfrontendsGetMicrofrontendsConfig } from '../funcs/microfrontendsGetMicrofrontendsConfig.ts';
import { microfrontendsGetMicrofrontendsConfigForProject } from '../funcs/microfrontendsGetMicrofrontendsConfigForProject.ts';
import { microfrontendsCreateMicrofrontendsGroupWithApplications } from '../funcs/microfrontendsCreateMicrofrontendsGroupWithApplications.ts';
import type { CreateMicrofrontendsGroupWithApplicationsRequest, CreateMicrofrontendsGroupWithApplicationsResponseBody, GetMicrofrontendsConfigForProjectRequest, GetMicrofrontendsConfigForProjectResponseBody, GetMicrofrontendsConfigRequest, GetMicrofrontendsConfigResponseBody, GetMicrofrontendsGroupsRequest, GetMicrofrontendsGroupsResponseBody, GetMicrofrontendsInGroupRequest, GetMicrofrontendsInGroupResponseBody } from '../types/microfrontends.ts';

export class Microfrontends {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the groups of microfrontends of a team with their projects.
   * GET /v1/microfrontends/groups
   */
  getMicrofrontendsGroups(request?: GetMicrofrontendsGroupsRequest, options?: CallOptions): CallPromise<GetMicrofrontendsGroupsResponseBody> {
    return asValue(microfrontendsGetMicrofrontendsGroups(this.#core, request, options));
  }

  /**
   * Lists the projects that make up one group of microfrontends.
   * GET /v1/microfrontends/groups/{groupId}/projects
   */
  getMicrofrontendsInGroup(request: GetMicrofrontendsInGroupRequest, options?: CallOptions): CallPromise<GetMicrofrontendsInGroupResponseBody> {
    return asValue(microfrontendsGetMicrofrontendsInGroup(this.#core, request, options));
  }

  /**
   * Reads the microfrontends configuration that a deployment was built with.
   * GET /v1/microfrontends/{deploymentId}/config
   */
  getMicrofrontendsConfig(request: GetMicrofrontendsConfigRequest, options?: CallOptions): CallPromise<GetMicrofrontendsConfigResponseBody> {
    return asValue(microfrontendsGetMicrofrontendsConfig(this.#core, request, options));
  }

  /**
   * Reads the microfrontends configuration of a project's production deployment.
   * GET /v1/microfrontends/projects/{projectIdOrName}/production-mfe-config
   */
  getMicrofrontendsConfigForProject(request: GetMicrofrontendsConfigForProjectRequest, options?: CallOptions): CallPromise<GetMicrofrontendsConfigForProjectResponseBody> {
    return asValue(microfrontendsGetMicrofrontendsConfigForProject(this.#core, request, options));
  }

  /**
   * Creates a group of microfrontends out of a default project and others.
   * POST /v1/microfrontends/group
   */
  createMicrofrontendsGroupWithApplications(request?: CreateMicrofrontendsGroupWithApplicationsRequest, options?: CallOptions): CallPromise<CreateMicrofrontendsGroupWithApplicationsResponseBody> {
    return asValue(microfrontendsCreateMicrofrontendsGroupWithApplications(this.#core, request, options));
  }
}
