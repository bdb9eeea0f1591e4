// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateInstallationRequest, UpdateInstallationResponseBody } from '../types/marketplace.ts';

/**
 * Reports the status, billing plan or a notification of an integration's installation.
 * PATCH /v1/installations/{integrationConfigurationId}
 */
export const marketplaceUpdateInstallation: Operation<UpdateInstallationRequest, UpdateInstallationResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/installations/{integrationConfigurationId} body=json accept=*/*',
  () => import('../schemas/marketplaceUpdateInstallation.ts'),
);
