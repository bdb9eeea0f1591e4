// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetBulkAvailabilityRequest, GetBulkAvailabilityResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Tells which of several domain names are free and can be bought.
 * POST /v1/registrar/domains/availability
 */
export const domainsRegistrarGetBulkAvailability: Operation<GetBulkAvailabilityRequest, GetBulkAvailabilityResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/availability?teamId body=json anonymous',
  () => import('../schemas/domainsRegistrarGetBulkAvailability.ts'),
);
