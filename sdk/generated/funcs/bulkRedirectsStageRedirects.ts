// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { StageRedirectsRequest, StageRedirectsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Uploads redirects of a project in bulk as a new version; it goes live when that version is promoted.
 * PUT /v1/bulk-redirects
 */
export const bulkRedirectsStageRedirects: OptionalOperation<StageRedirectsRequest, StageRedirectsResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/bulk-redirects?T body=json',
  () => import('../schemas/bulkRedirectsStageRedirects.ts'),
);
