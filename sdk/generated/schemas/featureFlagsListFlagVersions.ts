// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n13, n252, n270, n285, n288, n290, n304 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, flagIdOrSlug: n0, limit: n304, cursor: n0, environment: n0, withMetadata: n252, teamId: n0, slug: n0 }, required: ['projectIdOrName', 'flagIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: n13, versions: { type: 'array', items: { type: 'object', properties: { changedEnvironments: n6, createdAt: n4, createdBy: n0, flagId: n0, id: n0, message: n0, revision: n4, data: { type: 'object', properties: { description: n0, environments: n285, maintainerIds: n6, permanent: n3, seed: n4, state: n270, tags: n6, variants: n288 }, required: ['environments', 'seed', 'state', 'variants'] }, metadata: n290 }, required: ['changedEnvironments', 'createdAt', 'flagId', 'id', 'revision', 'data'] } } }, required: ['pagination', 'versions'] },
  '304': null,
};
