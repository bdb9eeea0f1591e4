// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n13, n19, n74, n144, n198 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { code: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { newProjectName: n0, paidFeatures: { type: 'object', properties: { concurrentBuilds: n74, passwordProtection: n198, previewDeploymentSuffix: n198 } }, acceptedPolicies: { type: 'object', additionalProperties: { type: 'object', properties: { eula: n19, privacy: n19 }, required: ['eula', 'privacy'], additionalProperties: n19 } } } } }, required: ['code'] };
export const answers: OperationSchemas['answers'] = {
  '202': { oneOf: [{ type: 'object', properties: { partnerCalls: { type: 'array', items: { type: 'object', properties: { installationId: n0, resourceIds: n6, result: { type: 'object', properties: { code: n0, error: n13, status: { type: 'string', enum: ['errored', 'fulfilled'] } }, required: ['status'] } }, required: ['installationId', 'resourceIds', 'result'] } }, resourceTransferErrors: n144, transferredStoreIds: n6 }, required: ['partnerCalls', 'resourceTransferErrors', 'transferredStoreIds'] }, n13] },
};
