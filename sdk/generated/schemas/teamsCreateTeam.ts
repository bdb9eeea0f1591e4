// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n10 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { slug: { type: 'string', maxLength: 48 }, name: n10, attribution: { type: 'object', properties: { sessionReferrer: n0, landingPage: n0, pageBeforeConversionPage: n0, utm: { type: 'object', properties: { utmSource: n0, utmMedium: n0, utmCampaign: n0, utmTerm: n0 } } } } }, required: ['slug'], additionalProperties: false };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { id: n0, slug: n0 }, required: ['id', 'slug'] },
};
