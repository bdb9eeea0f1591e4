// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n14, n30, n319, n320, n325, n326 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n1, since: n1, until: n1 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { teams: { type: 'array', items: { oneOf: [n326, { type: 'object', properties: { limited: n2, limitedBy: { type: 'array', items: { type: 'string', enum: ['scope', 'mfa'] } }, saml: { type: 'object', properties: { connection: n319, directory: n320, enforced: n2 }, required: ['enforced'] }, id: n0, slug: n0, name: n14, avatar: n14, membership: n325, createdAt: n1 }, required: ['limited', 'limitedBy', 'id', 'slug', 'name', 'avatar', 'membership', 'createdAt'] }] } }, pagination: n30 }, required: ['teams', 'pagination'] },
};
