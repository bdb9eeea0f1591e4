// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n153, n154, n155, n156 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationIdOrSlug: n0, productIdOrSlug: n0, metadata: n0, teamId: n0, slug: n0 }, required: ['integrationIdOrSlug', 'productIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { plans: { type: 'array', items: { type: 'object', properties: { type: n153, id: n0, name: n0, scope: n154, description: n0, paymentMethodRequired: n2, preauthorizationAmount: n1, initialCharge: n0, minimumAmount: n0, maximumAmount: n0, maximumAmountAutoPurchasePerPeriod: n0, cost: n0, details: n155, highlightedDetails: n155, quote: n156, effectiveDate: n0, disabled: n2 }, required: ['type', 'id', 'name', 'scope', 'description', 'paymentMethodRequired'] } } }, required: ['plans'] },
};
