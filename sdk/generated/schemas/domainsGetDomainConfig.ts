// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n132 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, projectIdOrName: n0, strict: n132, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { configuredBy: { type: ['string', 'null'], enum: ['CNAME', 'A', 'http', 'dns-01', null] }, acceptedChallenges: { type: 'array', items: { type: 'string', enum: ['dns-01', 'http-01'] } }, recommendedIPv4: { type: 'array', items: { type: 'object', properties: { rank: n1, value: n8 }, required: ['rank', 'value'] } }, recommendedCNAME: { type: 'array', items: { type: 'object', properties: { rank: n1, value: n0 }, required: ['rank', 'value'] } }, misconfigured: n2 }, required: ['configuredBy', 'acceptedChallenges', 'recommendedIPv4', 'recommendedCNAME', 'misconfigured'] },
};
