// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListDeploymentFilesRequest, ListDeploymentFilesResponseBody } from '../types/deployments.ts';

/**
 * Lists the source files of a deployment as a tree.
 * GET /v6/deployments/{id}/files
 */
export const deploymentsListDeploymentFiles: Operation<ListDeploymentFilesRequest, ListDeploymentFilesResponseBody> = /* @__PURE__ */ operation(
  'GET /v6/deployments/{id}/files?T',
  () => import('../schemas/deploymentsListDeploymentFiles.ts'),
);
