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
   * Get routes (GET /projects/{projectId}/routes).
   * GET /v1/projects/{projectId}/routes
   */
  getRoutes(request: GetRoutesRequest, options?: CallOptions): CallPromise<GetRoutesResponseBody> {
    return asValue(projectRoutesGetRoutes(this.#core, request, options));
  }

  /**
   * Stage routes (PUT /projects/{projectId}/routes).
   * PUT /v1/projects/{projectId}/routes
   */
  stageRoutes(request: StageRoutesRequest, options?: CallOptions): CallPromise<StageRoutesResponseBody> {
    return asValue(projectRoutesStageRoutes(this.#core, request, options));
  }

  /**
   * Add route (POST /projects/{projectId}/routes).
   * POST /v1/projects/{projectId}/routes
   */
  addRoute(request: AddRouteRequest, options?: CallOptions): CallPromise<AddRouteResponseBody> {
    return asValue(projectRoutesAddRoute(this.#core, request, options));
  }

  /**
   * Delete routes (DELETE /projects/{projectId}/routes).
   * DELETE /v1/projects/{projectId}/routes
   */
  deleteRoutes(request: DeleteRoutesRequest, options?: CallOptions): CallPromise<DeleteRoutesResponseBody> {
    return asValue(projectRoutesDeleteRoutes(this.#core, request, options));
  }

  /**
   * Edit route (PATCH /projects/{projectId}/routes/{routeId}).
   * PATCH /v1/projects/{projectId}/routes/{routeId}
   */
  editRoute(request: EditRouteRequest, options?: CallOptions): CallPromise<EditRouteResponseBody> {
    return asValue(projectRoutesEditRoute(this.#core, request, options));
  }

  /**
   * Generate route (POST /projects/{projectId}/routes/generate).
   * POST /v1/projects/{projectId}/routes/generate
   */
  generateRoute(request: GenerateRouteRequest, options?: CallOptions): CallPromise<GenerateRouteResponseBody> {
    return asValue(projectRoutesGenerateRoute(this.#core, request, options));
  }

  /**
   * Get route versions (GET /projects/{projectId}/routes/versions).
   * GET /v1/projects/{projectId}/routes/versions
   */
  getRouteVersions(request: GetRouteVersionsRequest, options?: CallOptions): CallPromise<GetRouteVersionsResponseBody> {
    return asValue(projectRoutesGetRouteVersions(this.#core, request, options));
  }

  /**
   * Update route versions (POST /projects/{projectId}/routes/versions).
   * POST /v1/projects/{projectId}/routes/versions
   */
  updateRouteVersions(request: UpdateRouteVersionsRequest, options?: CallOptions): CallPromise<UpdateRouteVersionsResponseBody> {
    return asValue(projectRoutesUpdateRouteVersions(this.#core, request, options));
  }
}
