// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n50, n98, n113, n114, n115 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, connectCreateConnectorRequest: { oneOf: [{ type: 'object', properties: { data: n113, icon: n0, backgroundColor: n0, accentColor: n0, type: n0, service: n0, connectionMethod: n0, params: n50, target: n0, uid: n0, name: n0, projectId: n0, environments: n114, triggers: n3, triggerDestination: n115, events: n6 }, required: ['data', 'service', 'connectionMethod'] }, { type: 'object', properties: { data: n113, icon: n0, backgroundColor: n0, accentColor: n0, type: n0, service: n0, connectionMethod: n0, params: n50, target: n0, uid: n0, name: n0, projectId: n0, environments: n114, triggers: n3, triggerDestination: n115, events: n6 }, required: ['data', 'type'] }] } } };
export const answers: OperationSchemas['answers'] = {
  '201': n98,
};
