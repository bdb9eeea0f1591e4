// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DangerouslyDeleteByTagsRequest, DangerouslyDeleteByTagsResponseBody } from '../types/edgeCache.ts';

/**
 * Dangerously delete by tags (POST /edge-cache/dangerously-delete-by-tags).
 * POST /v1/edge-cache/dangerously-delete-by-tags
 */
export const edgeCacheDangerouslyDeleteByTags: Operation<DangerouslyDeleteByTagsRequest, DangerouslyDeleteByTagsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-cache/dangerously-delete-by-tags?projectIdOrName&T body=json accept=*/*',
  () => import('../schemas/edgeCacheDangerouslyDeleteByTags.ts'),
);
