// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n132, n195, n282 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, production: { type: 'string', enum: ['true', 'false'], default: 'false' }, target: n195, customEnvironmentId: n0, gitBranch: n0, redirects: { type: 'string', enum: ['true', 'false'], default: 'true' }, redirect: n0, verified: n132, limit: n1, since: n1, until: n1, order: { type: 'string', enum: ['ASC', 'DESC'], default: 'DESC' }, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n282, n282] },
};
