// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DangerouslyDeleteBySrcImagesRequest, DangerouslyDeleteBySrcImagesResponseBody } from '../types/edgeCache.ts';

/**
 * Deletes the optimised versions of these source images from the cache at once.
 * POST /v1/edge-cache/dangerously-delete-by-src-images
 */
export const edgeCacheDangerouslyDeleteBySrcImages: Operation<DangerouslyDeleteBySrcImagesRequest, DangerouslyDeleteBySrcImagesResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-cache/dangerously-delete-by-src-images?projectIdOrName&T body=json accept=*/*',
  () => import('../schemas/edgeCacheDangerouslyDeleteBySrcImages.ts'),
);
