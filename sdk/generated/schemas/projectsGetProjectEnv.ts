// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n14, n219, n220, n221, n264, n288, n289 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, id: n0, teamId: n0, slug: n0 }, required: ['idOrName', 'id'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { decrypted: n2, target: n288, type: n264, sunsetSecretId: n0, id: n0, key: n0, configurationId: n14, createdAt: n1, updatedAt: n1, createdBy: n14, updatedBy: n14, gitBranch: n0, edgeConfigId: n14, edgeConfigTokenId: n14, contentHint: n220, internalContentHint: n221, comment: n0, customEnvironmentIds: n8 }, required: ['decrypted', 'type', 'key'] }, { type: 'object', properties: { target: n219, type: n264, sunsetSecretId: n0, decrypted: n2, value: n0, vsmValue: n0, id: n0, key: n0, configurationId: n14, createdAt: n1, updatedAt: n1, createdBy: n14, updatedBy: n14, gitBranch: n0, edgeConfigId: n14, edgeConfigTokenId: n14, contentHint: n220, internalContentHint: n221, comment: n0, customEnvironmentIds: n8 }, required: ['type', 'value', 'key'] }, n289] },
};
