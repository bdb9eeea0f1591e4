// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n305, n306 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { enabled: n3, entities: { type: 'array', items: { type: 'object', properties: { kind: n0, label: n0, attributes: { type: 'array', items: { type: 'object', properties: { key: n0, type: n0, labels: n305 }, required: ['key', 'type'] } } }, required: ['kind', 'label', 'attributes'] } }, environments: n6 } } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': n306,
  '201': n306,
};
