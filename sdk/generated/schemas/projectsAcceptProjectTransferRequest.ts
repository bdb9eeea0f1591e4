// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n8, n16, n20, n40, n104, n120, n129 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { code: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { newProjectName: n40, paidFeatures: { type: 'object', properties: { concurrentBuilds: n129, passwordProtection: n120, previewDeploymentSuffix: n120 }, additionalProperties: false }, acceptedPolicies: { type: 'object', additionalProperties: { type: 'object', properties: { eula: n20, privacy: n20 }, required: ['eula', 'privacy'], additionalProperties: n20 } } }, additionalProperties: false } }, required: ['code'] };
export const answers: OperationSchemas['answers'] = {
  '202': { oneOf: [{ type: 'object', properties: { partnerCalls: { type: 'array', items: { type: 'object', properties: { installationId: n0, resourceIds: n8, result: { type: 'object', properties: { status: { type: 'string', enum: ['fulfilled', 'errored'] }, error: n16, code: n0 }, required: ['status'] } }, required: ['installationId', 'resourceIds', 'result'] } }, resourceTransferErrors: n104 }, required: ['partnerCalls', 'resourceTransferErrors'] }, n16] },
};
