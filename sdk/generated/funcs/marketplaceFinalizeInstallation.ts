// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { FinalizeInstallationRequest, FinalizeInstallationResponseBody } from '../types/marketplace.ts';

/**
 * Closes the billing of an installation that is being removed; no invoice can follow.
 * POST /v1/installations/{integrationConfigurationId}/billing/finalize
 */
export const marketplaceFinalizeInstallation: Operation<FinalizeInstallationRequest, FinalizeInstallationResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/billing/finalize accept=*/*',
  () => import('../schemas/marketplaceFinalizeInstallation.ts'),
);
