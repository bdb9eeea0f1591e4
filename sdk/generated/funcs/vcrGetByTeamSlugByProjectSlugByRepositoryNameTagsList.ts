// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetByTeamSlugByProjectSlugByRepositoryNameTagsListRequest, GetByTeamSlugByProjectSlugByRepositoryNameTagsListResponseBody } from '../types/vcr.ts';

/**
 * Lists the tags of an image repository in the container registry's own protocol.
 * GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/tags/list
 */
export const vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList: Operation<GetByTeamSlugByProjectSlugByRepositoryNameTagsListRequest, GetByTeamSlugByProjectSlugByRepositoryNameTagsListResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/{teamSlug}/{projectSlug}/{repositoryName}/tags/list?n&last anonymous',
  () => import('../schemas/vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList.ts'),
);
