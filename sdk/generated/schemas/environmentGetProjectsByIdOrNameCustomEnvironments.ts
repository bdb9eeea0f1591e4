// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n269 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, gitBranch: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { accountLimit: { type: 'object', properties: { total: n4 }, required: ['total'] }, environments: n269 }, required: ['accountLimit', 'environments'] },
};
