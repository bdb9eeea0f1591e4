// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { StageRoutesRequest, StageRoutesResponseBody } from '../types/projectRoutes.ts';

/**
 * Stage routes (PUT /projects/{projectId}/routes).
 * PUT /v1/projects/{projectId}/routes
 */
export const projectRoutesStageRoutes: Operation<StageRoutesRequest, StageRoutesResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/projects/{projectId}/routes?T body=json',
  () => import('../schemas/projectRoutesStageRoutes.ts'),
);
