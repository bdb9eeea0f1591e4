// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { InvalidateByTagsRequest, InvalidateByTagsResponseBody } from '../types/edgeCache.ts';

/**
 * Marks cached answers with these tags as stale; the next visit refreshes them in the background.
 * POST /v1/edge-cache/invalidate-by-tags
 */
export const edgeCacheInvalidateByTags: Operation<InvalidateByTagsRequest, InvalidateByTagsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-cache/invalidate-by-tags?projectIdOrName&T body=json accept=*/*',
  () => import('../schemas/edgeCacheInvalidateByTags.ts'),
);
