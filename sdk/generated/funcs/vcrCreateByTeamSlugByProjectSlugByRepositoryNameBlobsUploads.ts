// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsRequest, CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsResponseBody } from '../types/vcr.ts';

/**
 * Starts the upload of a layer (blob) to the container registry, or mounts one from elsewhere.
 * POST /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/
 */
export const vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads: Operation<CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsRequest, CreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/{teamSlug}/{projectSlug}/{repositoryName}/blobs/uploads/?mount&from anonymous',
  () => import('../schemas/vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads.ts'),
);
