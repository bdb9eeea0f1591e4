// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { StageRedirectsRequest, StageRedirectsResponseBody } from '../types/bulkRedirects.ts';

/**
 * Stage redirects (PUT /bulk-redirects).
 * PUT /v1/bulk-redirects
 */
export const bulkRedirectsStageRedirects: OptionalOperation<StageRedirectsRequest, StageRedirectsResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/bulk-redirects?T body=json',
  () => import('../schemas/bulkRedirectsStageRedirects.ts'),
);
