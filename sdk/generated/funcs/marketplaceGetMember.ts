// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetMemberRequest, GetMemberResponseBody } from '../types/marketplace.ts';

/**
 * Reads the role and identity of one member behind an installation.
 * GET /v1/installations/{integrationConfigurationId}/member/{memberId}
 */
export const marketplaceGetMember: Operation<GetMemberRequest, GetMemberResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/installations/{integrationConfigurationId}/member/{memberId}',
  () => import('../schemas/marketplaceGetMember.ts'),
);
