// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { StageRoutesRequest, StageRoutesResponseBody } from '../types/projectRoutes.ts';

/**
 * Replaces or extends a project's routing rules as a new version that is not live yet.
 * PUT /v1/projects/{projectId}/routes
 */
export const projectRoutesStageRoutes: Operation<StageRoutesRequest, StageRoutesResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/projects/{projectId}/routes?T body=json',
  () => import('../schemas/projectRoutesStageRoutes.ts'),
);
