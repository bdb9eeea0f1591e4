// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetSupportedTldsRequest, GetSupportedTldsResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Lists the top-level domains that can be bought or transferred in.
 * GET /v1/registrar/tlds/supported
 */
export const domainsRegistrarGetSupportedTlds: OptionalOperation<GetSupportedTldsRequest, GetSupportedTldsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/tlds/supported?teamId anonymous',
  () => import('../schemas/domainsRegistrarGetSupportedTlds.ts'),
);
