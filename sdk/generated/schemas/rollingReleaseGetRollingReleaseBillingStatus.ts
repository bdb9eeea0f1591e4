// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n8, n100 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { availableSlots: n100, reason: { type: 'string', enum: ['plan_not_supported'] }, message: n0 }, required: ['availableSlots', 'reason', 'message'] }, { type: 'object', properties: { availableSlots: { type: 'string', enum: ['unlimited'] }, reason: { type: 'string', enum: ['unlimited_slots'] }, message: n0 }, required: ['availableSlots', 'reason', 'message'] }, { type: 'object', properties: { availableSlots: n100, reason: { type: 'string', enum: ['no_available_slots'] }, message: n0, enabledProjects: n8 }, required: ['availableSlots', 'reason', 'message', 'enabledProjects'] }, { type: 'object', properties: { availableSlots: n1, reason: { type: 'string', enum: ['available_slots'] }, message: n0 }, required: ['availableSlots', 'reason', 'message'] }] },
};
