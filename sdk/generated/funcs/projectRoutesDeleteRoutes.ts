// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteRoutesRequest, DeleteRoutesResponseBody } from '../types/projectRoutes.ts';

/**
 * Stages the removal of routing rules from a project.
 * DELETE /v1/projects/{projectId}/routes
 */
export const projectRoutesDeleteRoutes: Operation<DeleteRoutesRequest, DeleteRoutesResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{projectId}/routes?T body=json',
  () => import('../schemas/projectRoutesDeleteRoutes.ts'),
);
