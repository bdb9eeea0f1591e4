// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateInvoiceRequest, UpdateInvoiceResponseBody } from '../types/marketplace.ts';

/**
 * Acts on an invoice, for example refunds it.
 * POST /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}/actions
 */
export const marketplaceUpdateInvoice: Operation<UpdateInvoiceRequest, UpdateInvoiceResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/billing/invoices/{invoiceId}/actions body=json accept=*/*',
  () => import('../schemas/marketplaceUpdateInvoice.ts'),
);
