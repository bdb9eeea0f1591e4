// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AcceptProjectTransferRequestRequest, AcceptProjectTransferRequestResponseBody } from '../types/projects.ts';

/**
 * Takes over a project with the code of its transfer request.
 * PUT /projects/transfer-request/{code}
 */
export const projectsAcceptProjectTransferRequest: Operation<AcceptProjectTransferRequestRequest, AcceptProjectTransferRequestResponseBody> = /* @__PURE__ */ operation(
  'PUT /projects/transfer-request/{code}?T body=json',
  () => import('../schemas/projectsAcceptProjectTransferRequest.ts'),
);
