// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RestoreRedirectsRequest, RestoreRedirectsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Brings back redirects whose staged change or removal was not wanted.
 * POST /v1/bulk-redirects/restore
 */
export const bulkRedirectsRestoreRedirects: Operation<RestoreRedirectsRequest, RestoreRedirectsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/bulk-redirects/restore?projectId&T body=json',
  () => import('../schemas/bulkRedirectsRestoreRedirects.ts'),
);
