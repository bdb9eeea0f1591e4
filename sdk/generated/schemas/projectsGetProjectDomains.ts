// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n18, n29, n139, n224, n538 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, production: n538, target: n224, customEnvironmentId: n0, gitBranch: n0, redirects: { type: 'string', enum: ['true', 'false'], default: 'true' }, redirect: n0, verified: n18, limit: n4, since: n4, until: n4, order: { type: 'string', enum: ['ASC', 'DESC'], default: 'DESC' }, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domains: n139, pagination: n29 }, required: ['domains', 'pagination'] },
};
