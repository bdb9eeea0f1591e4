// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SubmitInvoiceRequest, SubmitInvoiceResponseBody } from '../types/marketplace.ts';

/**
 * Hands in an invoice to be charged to the account; this moves money.
 * POST /v1/installations/{integrationConfigurationId}/billing/invoices
 */
export const marketplaceSubmitInvoice: Operation<SubmitInvoiceRequest, SubmitInvoiceResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/billing/invoices body=json',
  () => import('../schemas/marketplaceSubmitInvoice.ts'),
);
