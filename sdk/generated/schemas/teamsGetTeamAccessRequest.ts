// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n79, n317 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { userId: n0, teamId: n0 }, required: ['userId', 'teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { teamSlug: n0, teamName: n0, confirmed: n2, joinedFrom: { type: 'object', properties: { origin: { type: 'string', enum: ['link', 'mail', 'import', 'teams', 'github', 'gitlab', 'bitbucket', 'saml', 'dsync', 'feedback', 'organization-teams'] }, commitId: n0, repoId: n0, repoPath: n0, gitUserId: n79, gitUserLogin: n0, ssoUserId: n0, ssoConnectedAt: n1, idpUserId: n0, dsyncUserId: n0, dsyncConnectedAt: n1 }, required: ['origin'] }, accessRequestedAt: n1, github: n317, gitlab: n317, bitbucket: n317 }, required: ['teamSlug', 'teamName', 'confirmed', 'joinedFrom', 'accessRequestedAt', 'github', 'gitlab', 'bitbucket'] },
};
