// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDeploymentFileContentsRequest, GetDeploymentFileContentsResponseBody } from '../types/deployments.ts';

/**
 * Fetches one source file of a deployment: parsed if the answer is JSON, else a stream of bytes.
 * GET /v8/deployments/{id}/files/{fileId}
 */
export const deploymentsGetDeploymentFileContents: Operation<GetDeploymentFileContentsRequest, GetDeploymentFileContentsResponseBody> = /* @__PURE__ */ operation(
  'GET /v8/deployments/{id}/files/{fileId}?path&T answer=file accept=*/*',
  () => import('../schemas/deploymentsGetDeploymentFileContents.ts'),
);
