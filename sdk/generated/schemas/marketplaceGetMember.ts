// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, memberId: n0 }, required: ['integrationConfigurationId', 'memberId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { globalUserId: n0, id: n0, role: { type: 'string', enum: ['ADMIN', 'USER'] }, userEmail: n0 }, required: ['id', 'role'] },
};
