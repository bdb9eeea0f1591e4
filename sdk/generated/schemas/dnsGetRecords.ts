// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n29, n202 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, limit: n0, since: n0, until: n0, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { pagination: n29, records: n202 }, required: ['pagination', 'records'] }, { type: 'object', properties: { records: n202 }, required: ['records'] }, n0] },
};
