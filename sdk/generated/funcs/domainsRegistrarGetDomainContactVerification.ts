// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainContactVerificationRequest, GetDomainContactVerificationResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Tells whether the registrant's contact address of a domain has been verified.
 * GET /v1/registrar/domains/{domain}/contact-verification
 */
export const domainsRegistrarGetDomainContactVerification: Operation<GetDomainContactVerificationRequest, GetDomainContactVerificationResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/contact-verification?teamId',
  () => import('../schemas/domainsRegistrarGetDomainContactVerification.ts'),
);
