// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n270, n295, n296, n302, n303 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n0, kind: n295, variants: n296, environments: n302, seed: n4, description: n0, state: n270, maintainerIds: n6, permanent: n3, tags: n6 }, required: ['slug', 'kind', 'environments'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '201': n303,
};
