// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { InvalidateBySrcImagesRequest, InvalidateBySrcImagesResponseBody } from '../types/edgeCache.ts';

/**
 * Marks the optimised versions of these source images as stale.
 * POST /v1/edge-cache/invalidate-by-src-images
 */
export const edgeCacheInvalidateBySrcImages: Operation<InvalidateBySrcImagesRequest, InvalidateBySrcImagesResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-cache/invalidate-by-src-images?projectIdOrName&T body=json accept=*/*',
  () => import('../schemas/edgeCacheInvalidateBySrcImages.ts'),
);
