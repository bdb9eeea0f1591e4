// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n11, n29, n88, n610, n615, n616, n620 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n4, since: n4, until: n4 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: n29, teams: { type: 'array', items: { oneOf: [n620, { type: 'object', properties: { avatar: n11, createdAt: n4, id: n0, limited: n88, limitedBy: { type: 'array', items: { type: 'string', enum: ['invalidated', 'mfa', 'scope'] } }, membership: n610, name: n11, orgRootTeamId: n0, parentId: n0, saml: { type: 'object', properties: { connection: n615, directory: n616, enforced: n3 }, required: ['enforced'] }, slug: n0 }, required: ['avatar', 'createdAt', 'id', 'limited', 'limitedBy', 'name', 'slug'] }] } } }, required: ['pagination', 'teams'] },
};
