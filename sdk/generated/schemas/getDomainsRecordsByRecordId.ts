// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n25, n201 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { recordId: n0 }, required: ['recordId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { comment: n0, createdAt: n25, creator: n0, domain: n0, id: n0, name: n0, recordType: n201, ttl: n4, type: n201, value: n0 }, required: ['creator', 'domain', 'id', 'name', 'recordType', 'type', 'value'] },
};
