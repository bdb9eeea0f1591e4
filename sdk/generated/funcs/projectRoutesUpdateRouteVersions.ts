// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateRouteVersionsRequest, UpdateRouteVersionsResponseBody } from '../types/projectRoutes.ts';

/**
 * Promotes, restores or discards a version of a project's routing rules.
 * POST /v1/projects/{projectId}/routes/versions
 */
export const projectRoutesUpdateRouteVersions: Operation<UpdateRouteVersionsRequest, UpdateRouteVersionsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/routes/versions?T body=json',
  () => import('../schemas/projectRoutesUpdateRouteVersions.ts'),
);
