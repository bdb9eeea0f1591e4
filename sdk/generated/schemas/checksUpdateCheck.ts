// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n68, n72, n73, n74 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, checkId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, path: n0, status: { type: 'string', enum: ['running', 'completed'] }, conclusion: { type: 'string', enum: ['canceled', 'failed', 'neutral', 'succeeded', 'skipped'] }, detailsUrl: n0, output: { type: 'object', properties: { metrics: { type: 'object', properties: { FCP: n73, LCP: n73, CLS: n73, TBT: n73, virtualExperienceScore: { type: 'object', properties: { value: n74, previousValue: n9, source: n68 }, required: ['value', 'source'] } }, required: ['FCP', 'LCP', 'CLS', 'TBT'] } } }, externalId: n0 } } }, required: ['deploymentId', 'checkId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n72,
};
