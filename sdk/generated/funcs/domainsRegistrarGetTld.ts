// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetTldRequest, GetTldResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Get tld (GET /registrar/tlds/{tld}).
 * GET /v1/registrar/tlds/{tld}
 */
export const domainsRegistrarGetTld: Operation<GetTldRequest, GetTldResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/tlds/{tld}?teamId anonymous',
  () => import('../schemas/domainsRegistrarGetTld.ts'),
);
