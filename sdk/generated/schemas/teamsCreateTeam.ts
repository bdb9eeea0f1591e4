// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n116 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { slug: n0, name: n0, attribution: { type: 'object', properties: { sessionReferrer: n0, landingPage: n0, pageBeforeConversionPage: n0, utm: { type: 'object', properties: { utmSource: n0, utmMedium: n0, utmCampaign: n0, utmTerm: n0 } } } } }, required: ['slug'] };
export const answers: OperationSchemas['answers'] = {
  '200': n116,
};
