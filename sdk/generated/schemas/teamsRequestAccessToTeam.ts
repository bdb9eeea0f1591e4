// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n79, n317 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { joinedFrom: { type: 'object', properties: { origin: { type: 'string', enum: ['import', 'teams', 'github', 'gitlab', 'bitbucket', 'feedback', 'organization-teams'] }, commitId: n0, repoId: n0, repoPath: n0, gitUserId: n79, gitUserLogin: n0 }, required: ['origin'], additionalProperties: false } }, required: ['joinedFrom'], additionalProperties: false } }, required: ['teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { teamSlug: n0, teamName: n0, confirmed: n2, joinedFrom: { type: 'object', properties: { origin: { type: 'string', enum: ['import', 'teams', 'github', 'gitlab', 'bitbucket', 'feedback', 'organization-teams', 'link', 'mail', 'saml', 'dsync'] }, commitId: n0, repoId: n0, repoPath: n0, gitUserId: n79, gitUserLogin: n0, ssoUserId: n0, ssoConnectedAt: n1, idpUserId: n0, dsyncUserId: n0, dsyncConnectedAt: n1 }, required: ['origin'] }, accessRequestedAt: n1, github: n317, gitlab: n317, bitbucket: n317 }, required: ['teamSlug', 'teamName', 'github', 'gitlab', 'bitbucket'] },
};
