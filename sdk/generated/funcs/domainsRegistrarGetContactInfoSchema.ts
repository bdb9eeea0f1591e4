// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetContactInfoSchemaRequest, GetContactInfoSchemaResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Gives the fields of contact information that a domain's registry asks for.
 * GET /v1/registrar/domains/{domain}/contact-info/schema
 */
export const domainsRegistrarGetContactInfoSchema: Operation<GetContactInfoSchemaRequest, GetContactInfoSchemaResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/contact-info/schema?teamId anonymous',
  () => import('../schemas/domainsRegistrarGetContactInfoSchema.ts'),
);
