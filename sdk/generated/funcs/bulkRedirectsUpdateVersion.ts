// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateVersionRequest, UpdateVersionResponseBody } from '../types/bulkRedirects.ts';

/**
 * Promotes, restores or discards a version of a project's bulk redirects.
 * POST /v1/bulk-redirects/versions
 */
export const bulkRedirectsUpdateVersion: Operation<UpdateVersionRequest, UpdateVersionResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/bulk-redirects/versions?projectId&T body=json',
  () => import('../schemas/bulkRedirectsUpdateVersion.ts'),
);
