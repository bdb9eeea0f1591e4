// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getRecords(platform: Platform): Promise<void> {
  const answer = await platform.dns.getRecords({ domain: '<domain>' });
  console.log(answer);
}

export async function createRecord(platform: Platform): Promise<void> {
  const answer = await platform.dns.createRecord({ domain: '<domain>', requestBody: { name: 'name', type: 'A', value: 'value', mxPriority: 1 } });
  console.log(answer);
}

export async function updateRecord(platform: Platform): Promise<void> {
  const answer = await platform.dns.updateRecord({ recordId: '<record_id>', requestBody: {} });
  console.log(answer);
}

export async function removeRecord(platform: Platform): Promise<void> {
  const answer = await platform.dns.removeRecord({ domain: '<domain>', recordId: '<record_id>' });
  console.log(answer);
}
