// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DangerouslyDeleteByTagsRequest, DangerouslyDeleteByTagsResponseBody } from '../types/edgeCache.ts';

/**
 * Deletes cached answers with these tags at once; the next visit waits for fresh ones.
 * POST /v1/edge-cache/dangerously-delete-by-tags
 */
export const edgeCacheDangerouslyDeleteByTags: Operation<DangerouslyDeleteByTagsRequest, DangerouslyDeleteByTagsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-cache/dangerously-delete-by-tags?projectIdOrName&T body=json accept=*/*',
  () => import('../schemas/edgeCacheDangerouslyDeleteByTags.ts'),
);
