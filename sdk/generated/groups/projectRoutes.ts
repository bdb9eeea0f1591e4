// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { projectRoutesGetRoutes } from '../funcs/projectRoutesGetRoutes.ts';
import { projectRoutesStageRoutes } from '../funcs/projectRoutesStageRoutes.ts';
import { projectRoutesAddRoute } from '../funcs/projectRoutesAddRoute.ts';
import { projectRoutesDeleteRoutes } from '../funcs/projectRoutesDeleteRoutes.ts';
import { projectRoutesEditRoute } from '../funcs/projectRoutesEditRoute.ts';
import { projectRoutesGenerateRoute } from '../funcs/projectRoutesGenerateRoute.ts';
import { projectRoutesGetRouteVersions } from '../funcs/projectRoutesGetRouteVersions.ts';
import { projectRoutesUpdateRouteVersions } from '../funcs/projectRoutesUpdateRouteVersions.ts';
import type { AddRouteRequest, AddRouteResponseBody, DeleteRoutesRequest, DeleteRoutesResponseBody, EditRouteRequest, EditRouteResponseBody, GenerateRouteRequest, GenerateRouteResponseBody, GetRouteVersionsRequest, GetRouteVersionsResponseBody, GetRoutesRequest, GetRoutesResponseBody, StageRoutesRequest, StageRoutesResponseBody, UpdateRouteVersionsRequest, UpdateRouteVersionsResponseBody } from '../types/projectRoutes.ts';

export class ProjectRoutes {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the routing rules of a project: rewrites, redirects, headers and status codes.
   * GET /v1/projects/{projectId}/routes
   */
  getRoutes(request: GetRoutesRequest, options?: CallOptions): CallPromise<GetRoutesResponseBody> {
    return asValue(projectRoutesGetRoutes(this.#core, request, options));
  }

  /**
   * Replaces or extends a project's routing rules as a new version that is not live yet.
   * PUT /v1/projects/{projectId}/routes
   */
  stageRoutes(request: StageRoutesRequest, options?: CallOptions): CallPromise<StageRoutesResponseBody> {
    return asValue(projectRoutesStageRoutes(this.#core, request, options));
  }

  /**
   * Adds a routing rule (rewrite, redirect or headers) to a project as a new staged version.
   * POST /v1/projects/{projectId}/routes
   */
  addRoute(request: AddRouteRequest, options?: CallOptions): CallPromise<AddRouteResponseBody> {
    return asValue(projectRoutesAddRoute(this.#core, request, options));
  }

  /**
   * Stages the removal of routing rules from a project.
   * DELETE /v1/projects/{projectId}/routes
   */
  deleteRoutes(request: DeleteRoutesRequest, options?: CallOptions): CallPromise<DeleteRoutesResponseBody> {
    return asValue(projectRoutesDeleteRoutes(this.#core, request, options));
  }

  /**
   * Stages a change of one routing rule of a project.
   * PATCH /v1/projects/{projectId}/routes/{routeId}
   */
  editRoute(request: EditRouteRequest, options?: CallOptions): CallPromise<EditRouteResponseBody> {
    return asValue(projectRoutesEditRoute(this.#core, request, options));
  }

  /**
   * Drafts a routing rule from a description in plain words; nothing is saved.
   * POST /v1/projects/{projectId}/routes/generate
   */
  generateRoute(request: GenerateRouteRequest, options?: CallOptions): CallPromise<GenerateRouteResponseBody> {
    return asValue(projectRoutesGenerateRoute(this.#core, request, options));
  }

  /**
   * Lists the versions of a project's routing rules: staged, live and earlier ones.
   * GET /v1/projects/{projectId}/routes/versions
   */
  getRouteVersions(request: GetRouteVersionsRequest, options?: CallOptions): CallPromise<GetRouteVersionsResponseBody> {
    return asValue(projectRoutesGetRouteVersions(this.#core, request, options));
  }

  /**
   * Promotes, restores or discards a version of a project's routing rules.
   * POST /v1/projects/{projectId}/routes/versions
   */
  updateRouteVersions(request: UpdateRouteVersionsRequest, options?: CallOptions): CallPromise<UpdateRouteVersionsResponseBody> {
    return asValue(projectRoutesUpdateRouteVersions(this.#core, request, options));
  }
}
