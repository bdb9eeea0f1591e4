// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectDataCacheRequest, UpdateProjectDataCacheResponseBody } from '../types/projects.ts';

/**
 * Switches the data cache of a project on or off.
 * PATCH /v1/data-cache/projects/{projectId}
 * @deprecated No longer in the description of the API.
 */
export const projectsUpdateProjectDataCache: Operation<UpdateProjectDataCacheRequest, UpdateProjectDataCacheResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/data-cache/projects/{projectId}?T body=json',
  () => import('../schemas/projectsUpdateProjectDataCache.ts'),
);
