// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateMicrofrontendsRequest, UpdateMicrofrontendsResponseBody } from '../types/projects.ts';

/**
 * Puts a project into a group of microfrontends, or changes or ends its part in it.
 * PATCH /v1/projects/{projectId}/microfrontends
 */
export const projectsUpdateMicrofrontends: Operation<UpdateMicrofrontendsRequest, UpdateMicrofrontendsResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectId}/microfrontends?T body=json',
  () => import('../schemas/projectsUpdateMicrofrontends.ts'),
);
