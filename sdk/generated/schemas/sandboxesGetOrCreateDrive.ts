// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n552 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { name: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n0, maxSizeBytes: n9, region: { type: 'string', enum: ['iad1', 'sfo1', 'cle1', 'cdg1', 'fra1', 'arn1', 'sin1', 'pdx1', 'lhr1', 'icn1', 'bom1', 'cpt1', 'dub1', 'gru1', 'hkg1', 'syd1', 'yul1', 'hnd1', 'kix1'], default: 'iad1' } } } }, required: ['name'] };
export const answers: OperationSchemas['answers'] = {
  '200': n552,
  '201': n552,
};
