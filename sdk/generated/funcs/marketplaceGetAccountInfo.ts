// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetAccountInfoRequest, GetAccountInfoResponseBody } from '../types/marketplace.ts';

/**
 * Reads name, contact and URL of the account behind an installation.
 * GET /v1/installations/{integrationConfigurationId}/account
 */
export const marketplaceGetAccountInfo: Operation<GetAccountInfoRequest, GetAccountInfoResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/installations/{integrationConfigurationId}/account',
  () => import('../schemas/marketplaceGetAccountInfo.ts'),
);
