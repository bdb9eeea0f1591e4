// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetInvoiceRequest, GetInvoiceResponseBody } from '../types/marketplace.ts';

/**
 * Reads one invoice of an installation.
 * GET /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}
 */
export const marketplaceGetInvoice: Operation<GetInvoiceRequest, GetInvoiceResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}',
  () => import('../schemas/marketplaceGetInvoice.ts'),
);
