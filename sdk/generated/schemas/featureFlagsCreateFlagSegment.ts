// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n278, n308, n309 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n0, createdBy: n0, label: n0, description: n0, data: n308, hint: n0 }, required: ['slug', 'label', 'data', 'hint'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '201': { type: 'object', properties: { createdAt: n4, createdBy: n0, data: n309, description: n0, hint: n0, id: n0, label: n0, projectId: n0, slug: n0, typeName: n278, updatedAt: n4, usedByFlags: n6, usedBySegments: n6 }, required: ['createdAt', 'data', 'hint', 'id', 'label', 'projectId', 'slug', 'typeName', 'updatedAt'] },
};
