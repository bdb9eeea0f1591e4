// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRepositoryTagRequest, GetRepositoryTagResponseBody } from '../types/vcr.ts';

/**
 * Reads which container image a tag of a repository points at.
 * GET /v1/vcr/repository/{idOrName}/tags/{tag}
 */
export const vcrGetRepositoryTag: Operation<GetRepositoryTagRequest, GetRepositoryTagResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/vcr/repository/{idOrName}/tags/{tag}?projectId&T',
  () => import('../schemas/vcrGetRepositoryTag.ts'),
);
