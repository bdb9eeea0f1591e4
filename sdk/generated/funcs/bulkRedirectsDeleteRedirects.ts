// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteRedirectsRequest, DeleteRedirectsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Stages the removal of redirects from a project, named by their source paths.
 * DELETE /v1/bulk-redirects
 */
export const bulkRedirectsDeleteRedirects: Operation<DeleteRedirectsRequest, DeleteRedirectsResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/bulk-redirects?projectId&T body=json',
  () => import('../schemas/bulkRedirectsDeleteRedirects.ts'),
);
