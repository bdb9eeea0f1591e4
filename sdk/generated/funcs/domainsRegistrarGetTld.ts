// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetTldRequest, GetTldResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Reads what is known about one top-level domain, for example the languages it supports.
 * GET /v1/registrar/tlds/{tld}
 */
export const domainsRegistrarGetTld: Operation<GetTldRequest, GetTldResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/tlds/{tld}?teamId anonymous',
  () => import('../schemas/domainsRegistrarGetTld.ts'),
);
