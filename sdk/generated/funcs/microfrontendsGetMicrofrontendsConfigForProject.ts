// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetMicrofrontendsConfigForProjectRequest, GetMicrofrontendsConfigForProjectResponseBody } from '../types/microfrontends.ts';

/**
 * Reads the microfrontends configuration of a project's production deployment.
 * GET /v1/microfrontends/projects/{projectIdOrName}/production-mfe-config
 */
export const microfrontendsGetMicrofrontendsConfigForProject: Operation<GetMicrofrontendsConfigForProjectRequest, GetMicrofrontendsConfigForProjectResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/microfrontends/projects/{projectIdOrName}/production-mfe-config?T',
  () => import('../schemas/microfrontendsGetMicrofrontendsConfigForProject.ts'),
);
