// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n114, n117 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { connector: n0, projectId: n0, teamId: n0, slug: n0, connectUpsertProjectConnectionRequest: { type: 'object', properties: { environments: n114 }, required: ['environments'] } }, required: ['connector', 'projectId', 'connectUpsertProjectConnectionRequest'] };
export const answers: OperationSchemas['answers'] = {
  '200': n117,
};
