// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ConnectIntegrationResourceToProjectRequest, ConnectIntegrationResourceToProjectResponseBody } from '../types/integrations.ts';

/**
 * Connects a provisioned resource of an integration to a project.
 * POST /v1/integrations/installations/{integrationConfigurationId}/resources/{resourceId}/connections
 */
export const integrationsConnectIntegrationResourceToProject: Operation<ConnectIntegrationResourceToProjectRequest, ConnectIntegrationResourceToProjectResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/integrations/installations/{integrationConfigurationId}/resources/{resourceId}/connections?T body=json accept=*/*',
  () => import('../schemas/integrationsConnectIntegrationResourceToProject.ts'),
);
