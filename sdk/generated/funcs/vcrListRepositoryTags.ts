// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListRepositoryTagsRequest, ListRepositoryTagsResponseBody } from '../types/vcr.ts';

/**
 * Lists the tags of a repository of container images, page by page.
 * GET /v1/vcr/repository/{idOrName}/tags
 */
export const vcrListRepositoryTags: Operation<ListRepositoryTagsRequest, ListRepositoryTagsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/tags?projectId&limit&cursor&sortBy&sortOrder&T',
  () => import('../schemas/vcrListRepositoryTags.ts'),
);
