// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n128 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { host: n0, provider: { type: 'string', enum: ['github', 'github-limited', 'github-custom-host', 'gitlab', 'bitbucket'] }, viewerMetadata: n3 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: { type: 'object', properties: { id: n128, installationId: n4, isAccessRestricted: n3, name: n0, ownerType: n0, provider: n0, requireReauth: n3, slug: n0, viewer: { type: 'object', properties: { canCreateApp: n3, role: n128 } } }, required: ['id', 'ownerType', 'provider', 'slug'] } },
};
