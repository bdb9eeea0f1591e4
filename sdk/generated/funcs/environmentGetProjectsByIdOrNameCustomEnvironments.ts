// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetProjectsByIdOrNameCustomEnvironmentsRequest, GetProjectsByIdOrNameCustomEnvironmentsResponseBody } from '../types/environment.ts';

/**
 * Lists the custom environments of a project, such as staging.
 * GET /v9/projects/{idOrName}/custom-environments
 */
export const environmentGetProjectsByIdOrNameCustomEnvironments: Operation<GetProjectsByIdOrNameCustomEnvironmentsRequest, GetProjectsByIdOrNameCustomEnvironmentsResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}/custom-environments?gitBranch&T',
  () => import('../schemas/environmentGetProjectsByIdOrNameCustomEnvironments.ts'),
);
