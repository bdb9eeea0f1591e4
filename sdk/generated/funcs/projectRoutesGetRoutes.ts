// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRoutesRequest, GetRoutesResponseBody } from '../types/projectRoutes.ts';

/**
 * Lists the routing rules of a project: rewrites, redirects, headers and status codes.
 * GET /v1/projects/{projectId}/routes
 */
export const projectRoutesGetRoutes: Operation<GetRoutesRequest, GetRoutesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectId}/routes?versionId&q&filter&diff&T',
  () => import('../schemas/projectRoutesGetRoutes.ts'),
);
