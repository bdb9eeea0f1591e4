// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UploadProjectAvatarRequest, UploadProjectAvatarResponseBody } from '../types/projects.ts';

/**
 * Uploads a picture as a project's icon.
 * POST /v1/projects/{idOrName}/avatar
 */
export const projectsUploadProjectAvatar: Operation<UploadProjectAvatarRequest, UploadProjectAvatarResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/avatar?T body=octets',
  () => import('../schemas/projectsUploadProjectAvatar.ts'),
);
