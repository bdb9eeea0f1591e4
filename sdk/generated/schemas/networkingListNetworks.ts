// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n499, n501 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { includeHostedZones: n499, includePeeringConnections: n499, includeProjects: n499, search: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: n501 },
};
