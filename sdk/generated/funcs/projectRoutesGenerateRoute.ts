// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GenerateRouteRequest, GenerateRouteResponseBody } from '../types/projectRoutes.ts';

/**
 * Drafts a routing rule from a description in plain words; nothing is saved.
 * POST /v1/projects/{projectId}/routes/generate
 */
export const projectRoutesGenerateRoute: Operation<GenerateRouteRequest, GenerateRouteResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{projectId}/routes/generate?T body=json',
  () => import('../schemas/projectRoutesGenerateRoute.ts'),
);
