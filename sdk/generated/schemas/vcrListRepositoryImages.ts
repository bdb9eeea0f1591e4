// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n9, n723, n724 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, projectId: n0, limit: n9, cursor: n0, untagged: n3, teamId: n0, slug: n0 }, required: ['idOrName', 'projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { images: { type: 'array', items: { type: 'object', properties: { arch: n0, createdAt: n0, id: n0, kind: n723, manifestDigest: n0, platform: n0, pushedBy: n0, repositoryId: n0, sizeInBytes: n4, status: n724, tags: n6 }, required: ['createdAt', 'id', 'kind', 'manifestDigest', 'repositoryId', 'sizeInBytes', 'status', 'tags'] } }, nextCursor: n0 }, required: ['images'] },
};
