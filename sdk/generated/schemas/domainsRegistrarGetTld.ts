// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n50 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { tld: n0, teamId: n0 }, required: ['tld'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { supportedLanguageCodes: n50 }, required: ['supportedLanguageCodes'] },
};
