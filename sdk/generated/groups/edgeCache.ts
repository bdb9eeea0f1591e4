// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { edgeCacheInvalidateByTags } from '../funcs/edgeCacheInvalidateByTags.ts';
import { edgeCacheDangerouslyDeleteByTags } from '../funcs/edgeCacheDangerouslyDeleteByTags.ts';
import { edgeCacheInvalidateBySrcImages } from '../funcs/edgeCacheInvalidateBySrcImages.ts';
import { edgeCacheDangerouslyDeleteBySrcImages } from '../funcs/edgeCacheDangerouslyDeleteBySrcImages.ts';
import type { DangerouslyDeleteBySrcImagesRequest, DangerouslyDeleteBySrcImagesResponseBody, DangerouslyDeleteByTagsRequest, DangerouslyDeleteByTagsResponseBody, InvalidateBySrcImagesRequest, InvalidateBySrcImagesResponseBody, InvalidateByTagsRequest, InvalidateByTagsResponseBody } from '../types/edgeCache.ts';

export class EdgeCache {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Marks cached answers with these tags as stale; the next visit refreshes them in the background.
   * POST /v1/edge-cache/invalidate-by-tags
   */
  invalidateByTags(request: InvalidateByTagsRequest, options?: CallOptions): CallPromise<InvalidateByTagsResponseBody> {
    return asValue(edgeCacheInvalidateByTags(this.#core, request, options));
  }

  /**
   * Deletes cached answers with these tags at once; the next visit waits for fresh ones.
   * POST /v1/edge-cache/dangerously-delete-by-tags
   */
  dangerouslyDeleteByTags(request: DangerouslyDeleteByTagsRequest, options?: CallOptions): CallPromise<DangerouslyDeleteByTagsResponseBody> {
    return asValue(edgeCacheDangerouslyDeleteByTags(this.#core, request, options));
  }

  /**
   * Marks the optimised versions of these source images as stale.
   * POST /v1/edge-cache/invalidate-by-src-images
   */
  invalidateBySrcImages(request: InvalidateBySrcImagesRequest, options?: CallOptions): CallPromise<InvalidateBySrcImagesResponseBody> {
    return asValue(edgeCacheInvalidateBySrcImages(this.#core, request, options));
  }

  /**
   * Deletes the optimised versions of these source images from the cache at once.
   * POST /v1/edge-cache/dangerously-delete-by-src-images
   */
  dangerouslyDeleteBySrcImages(request: DangerouslyDeleteBySrcImagesRequest, options?: CallOptions): CallPromise<DangerouslyDeleteBySrcImagesResponseBody> {
    return asValue(edgeCacheDangerouslyDeleteBySrcImages(this.#core, request, options));
  }
}
