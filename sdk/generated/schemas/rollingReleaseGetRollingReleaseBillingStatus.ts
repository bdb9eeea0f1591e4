// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { availableSlots: n4, message: n0, reason: { type: 'string', enum: ['plan_not_supported'] } }, required: ['availableSlots', 'message', 'reason'] }, { type: 'object', properties: { availableSlots: { type: 'string', enum: ['unlimited'] }, message: n0, reason: { type: 'string', enum: ['unlimited_slots'] } }, required: ['availableSlots', 'message', 'reason'] }, { type: 'object', properties: { availableSlots: n4, enabledProjects: n6, message: n0, reason: { type: 'string', enum: ['no_available_slots'] } }, required: ['availableSlots', 'enabledProjects', 'message', 'reason'] }, { type: 'object', properties: { availableSlots: n4, message: n0, reason: { type: 'string', enum: ['available_slots'] } }, required: ['availableSlots', 'message', 'reason'] }] },
};
