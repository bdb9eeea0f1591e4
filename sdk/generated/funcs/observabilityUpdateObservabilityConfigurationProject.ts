// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateObservabilityConfigurationProjectRequest, UpdateObservabilityConfigurationProjectResponseBody } from '../types/observability.ts';

/**
 * Switches extended observability on or off for a project.
 * PUT /v1/observability/manage/configuration/projects/{projectIdOrName}
 */
export const observabilityUpdateObservabilityConfigurationProject: Operation<UpdateObservabilityConfigurationProjectRequest, UpdateObservabilityConfigurationProjectResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/observability/manage/configuration/projects/{projectIdOrName}?T body=json',
  () => import('../schemas/observabilityUpdateObservabilityConfigurationProject.ts'),
);
