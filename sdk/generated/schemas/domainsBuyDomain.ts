// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n736 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, expectedPrice: n4, renew: n3, country: n0, orgName: n0, firstName: n0, lastName: n0, address1: n0, city: n0, state: n0, postalCode: n0, phone: n0, email: n0 }, required: ['name', 'country', 'firstName', 'lastName', 'address1', 'city', 'state', 'postalCode', 'phone', 'email'], additionalProperties: false } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '201': n736,
  '202': n736,
};
