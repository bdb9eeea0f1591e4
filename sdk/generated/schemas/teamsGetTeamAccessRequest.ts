// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n602, n603 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { userId: n0, teamId: n0 }, required: ['userId', 'teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { accessRequestedAt: n4, bitbucket: n603, confirmed: n3, github: n603, gitlab: n603, joinedFrom: n602, teamName: n0, teamSlug: n0 }, required: ['accessRequestedAt', 'bitbucket', 'confirmed', 'github', 'gitlab', 'joinedFrom', 'teamName', 'teamSlug'] },
};
