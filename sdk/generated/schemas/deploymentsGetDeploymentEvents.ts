// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n40, n57, n121, n122, n123, n124 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrUrl: n0, direction: { type: 'string', enum: ['backward', 'forward'], default: 'forward' }, follow: n4, limit: n4, name: n0, since: n4, until: n4, statusCode: n57, delimiter: n4, builds: n4, teamId: n0, slug: n0 }, required: ['idOrUrl'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: { oneOf: [n121, n122, { oneOf: [n121, { type: 'object', properties: { date: n4, deploymentId: n0, type: { type: 'string', enum: ['alias-assigned'] }, alias: n6, aliasError: n123, aliasWarning: n124 }, required: ['date', 'deploymentId', 'type', 'alias', 'aliasError', 'aliasWarning'] }, n122] }, n40] } },
};
