// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRedirectsRequest, GetRedirectsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Lists the bulk redirects of a project, or what a version changes, page by page.
 * GET /v1/bulk-redirects
 */
export const bulkRedirectsGetRedirects: Operation<GetRedirectsRequest, GetRedirectsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/bulk-redirects?projectId&versionId&q&diff&page&per_page&sort_by&sort_order&T',
  () => import('../schemas/bulkRedirectsGetRedirects.ts'),
);
