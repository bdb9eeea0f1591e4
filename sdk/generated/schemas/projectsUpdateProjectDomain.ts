// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n11, n138, n539 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, domain: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { gitBranch: n11, redirect: n11, redirectStatusCode: n539 } } }, required: ['idOrName', 'domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n138,
};
