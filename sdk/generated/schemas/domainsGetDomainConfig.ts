// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n18, n205 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, projectIdOrName: n0, strict: n18, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { acceptedChallenges: { type: 'array', items: { type: 'string', enum: ['dns-01', 'http-01'] } }, configuredBy: n205, recommendedCNAME: { type: 'array', items: { type: 'object', properties: { rank: n4, value: n0 }, required: ['rank', 'value'] } }, recommendedIPv4: { type: 'array', items: { type: 'object', properties: { rank: n4, value: n6 }, required: ['rank', 'value'] } }, misconfigured: n3 }, required: ['acceptedChallenges', 'configuredBy', 'recommendedCNAME', 'recommendedIPv4', 'misconfigured'] },
};
