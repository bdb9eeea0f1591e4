// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n128, n602, n603 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { joinedFrom: { type: 'object', properties: { origin: { type: 'string', enum: ['import', 'teams', 'github', 'gitlab', 'bitbucket', 'feedback', 'organization-teams'] }, commitId: n0, repoId: n0, repoPath: n0, gitUserId: n128, gitUserLogin: n0 }, required: ['origin'] } }, required: ['joinedFrom'] } }, required: ['teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { accessRequestedAt: n4, bitbucket: n603, confirmed: n3, github: n603, gitlab: n603, joinedFrom: n602, teamName: n0, teamSlug: n0 }, required: ['bitbucket', 'github', 'gitlab', 'teamName', 'teamSlug'] },
};
