// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateProjectTransferRequestRequest, CreateProjectTransferRequestResponseBody } from '../types/projects.ts';

/**
 * Starts handing a project to another team; the answer has the code to accept with.
 * POST /projects/{idOrName}/transfer-request
 */
export const projectsCreateProjectTransferRequest: Operation<CreateProjectTransferRequestRequest, CreateProjectTransferRequestResponseBody> = /* @__PURE__ */ operation(
  'POST /projects/{idOrName}/transfer-request?T body=json',
  () => import('../schemas/projectsCreateProjectTransferRequest.ts'),
);
