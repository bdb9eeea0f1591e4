// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { EditRouteRequest, EditRouteResponseBody } from '../types/projectRoutes.ts';

/**
 * Stages a change of one routing rule of a project.
 * PATCH /v1/projects/{projectId}/routes/{routeId}
 */
export const projectRoutesEditRoute: Operation<EditRouteRequest, EditRouteResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectId}/routes/{routeId}?T body=json',
  () => import('../schemas/projectRoutesEditRoute.ts'),
);
