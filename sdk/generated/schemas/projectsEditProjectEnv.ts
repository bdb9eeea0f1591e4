// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n11, n259, n264, n435, n437, n438, n439, n520 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, id: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { key: n0, target: n259, gitBranch: n11, type: n520, value: n0, customEnvironmentIds: n6, comment: n0 } } }, required: ['idOrName', 'id', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { comment: n0, configurationId: n11, contentHint: n435, createdAt: n4, createdBy: n11, customEnvironmentIds: n6, decrypted: n3, edgeConfigId: n11, edgeConfigTokenId: n11, gitBranch: n0, id: n0, internalContentHint: n437, key: n0, legacyValue: n0, sunsetSecretId: n0, target: n264, type: n438, updatedAt: n4, updatedBy: n11, value: n0, visibility: n439 }, required: ['key', 'type', 'value'] },
};
