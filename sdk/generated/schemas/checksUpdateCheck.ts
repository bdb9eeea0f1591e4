// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n25, n40, n41, n44, n46, n47 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, checkId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n40, path: n41, status: { enum: ['running', 'completed'] }, conclusion: { enum: ['canceled', 'failed', 'neutral', 'succeeded', 'skipped'] }, detailsUrl: n0, output: { type: 'object', properties: { metrics: { type: 'object', properties: { FCP: n44, LCP: n44, CLS: n44, TBT: { type: 'object', properties: { value: n25, previousValue: n1, source: n47 }, required: ['value', 'source'] }, virtualExperienceScore: { type: 'object', properties: { value: { type: ['integer', 'null'], minimum: 0, maximum: 100 }, previousValue: { type: 'integer', minimum: 0, maximum: 100 }, source: n47 }, required: ['value', 'source'] } }, required: ['FCP', 'LCP', 'CLS', 'TBT'], additionalProperties: false } } }, externalId: n0 } } }, required: ['deploymentId', 'checkId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n46,
};
