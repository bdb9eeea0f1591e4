// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetObservabilityConfigurationProjectsRequest, GetObservabilityConfigurationProjectsResponseBody } from '../types/observability.ts';

/**
 * Lists for which projects extended observability is switched off.
 * GET /v1/observability/manage/configuration/projects
 */
export const observabilityGetObservabilityConfigurationProjects: OptionalOperation<GetObservabilityConfigurationProjectsRequest, GetObservabilityConfigurationProjectsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/observability/manage/configuration/projects?T',
  () => import('../schemas/observabilityGetObservabilityConfigurationProjects.ts'),
);
