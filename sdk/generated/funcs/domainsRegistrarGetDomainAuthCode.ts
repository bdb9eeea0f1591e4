// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainAuthCodeRequest, GetDomainAuthCodeResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Gives the authorisation code with which a domain can be transferred out to another registrar.
 * GET /v1/registrar/domains/{domain}/auth-code
 */
export const domainsRegistrarGetDomainAuthCode: Operation<GetDomainAuthCodeRequest, GetDomainAuthCodeResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/auth-code?teamId',
  () => import('../schemas/domainsRegistrarGetDomainAuthCode.ts'),
);
