// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddRouteRequest, AddRouteResponseBody } from '../types/projectRoutes.ts';

/**
 * Adds a routing rule (rewrite, redirect or headers) to a project as a new staged version.
 * POST /v1/projects/{projectId}/routes
 */
export const projectRoutesAddRoute: Operation<AddRouteRequest, AddRouteResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/routes?T body=json',
  () => import('../schemas/projectRoutesAddRoute.ts'),
);
