// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetV9ProjectsIdOrNameCustomEnvironmentsRequest, GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody } from '../types/environment.ts';

/**
 * Lists the custom environments of a project.
 * GET /v9/projects/{idOrName}/custom-environments
 */
export const environmentGetV9ProjectsIdOrNameCustomEnvironments: Operation<GetV9ProjectsIdOrNameCustomEnvironmentsRequest, GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/projects/{idOrName}/custom-environments?gitBranch&T',
  () => import('../schemas/environmentGetV9ProjectsIdOrNameCustomEnvironments.ts'),
);
