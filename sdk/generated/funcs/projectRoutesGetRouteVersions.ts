// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRouteVersionsRequest, GetRouteVersionsResponseBody } from '../types/projectRoutes.ts';

/**
 * Lists the versions of a project's routing rules: staged, live and earlier ones.
 * GET /v1/projects/{projectId}/routes/versions
 */
export const projectRoutesGetRouteVersions: Operation<GetRouteVersionsRequest, GetRouteVersionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectId}/routes/versions?T',
  () => import('../schemas/projectRoutesGetRouteVersions.ts'),
);
