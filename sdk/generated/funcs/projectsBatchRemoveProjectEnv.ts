// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BatchRemoveProjectEnvRequest, BatchRemoveProjectEnvResponseBody } from '../types/projects.ts';

/**
 * Deletes several environment variables of a project at once.
 * DELETE /v1/projects/{idOrName}/env
 */
export const projectsBatchRemoveProjectEnv: Operation<BatchRemoveProjectEnvRequest, BatchRemoveProjectEnvResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{idOrName}/env?T body=json',
  () => import('../schemas/projectsBatchRemoveProjectEnv.ts'),
);
