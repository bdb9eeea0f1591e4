// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetVersionsRequest, GetVersionsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Lists the versions of a project's bulk redirects: staged, live and earlier ones.
 * GET /v1/bulk-redirects/versions
 */
export const bulkRedirectsGetVersions: Operation<GetVersionsRequest, GetVersionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/bulk-redirects/versions?projectId&T',
  () => import('../schemas/bulkRedirectsGetVersions.ts'),
);
