// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddRouteRequest, AddRouteResponseBody } from '../types/projectRoutes.ts';

/**
 * Add route (POST /projects/{projectId}/routes).
 * POST /v1/projects/{projectId}/routes
 */
export const projectRoutesAddRoute: Operation<AddRouteRequest, AddRouteResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/routes?T body=json',
  () => import('../schemas/projectRoutesAddRoute.ts'),
);
