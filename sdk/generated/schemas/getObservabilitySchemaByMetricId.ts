// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { metricId: n0 }, required: ['metricId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: { type: 'object', properties: { aggregations: n6, defaultAggregation: n0, description: n0, dimensions: { type: 'array', items: { type: 'object', properties: { description: n0, label: n0, name: n0 }, required: ['label', 'name'] } }, id: n0, unit: n0 }, required: ['aggregations', 'defaultAggregation', 'description', 'dimensions', 'id', 'unit'] } },
};
