// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getDomainConfig(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomainConfig({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomainVerificationRecord(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomainVerificationRecord({ domain: '<domain>' });
  console.log(answer);
}

export async function claimDomainOwnership(platform: Platform): Promise<void> {
  const answer = await platform.domains.claimDomainOwnership({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomainProjectDomains(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomainProjectDomains({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomain(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomain({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomains(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomains();
  console.log(answer);
}

export async function createOrTransferDomain(platform: Platform): Promise<void> {
  const answer = await platform.domains.createOrTransferDomain();
  console.log(answer);
}

export async function patchDomain(platform: Platform): Promise<void> {
  const answer = await platform.domains.patchDomain({ domain: '<domain>', requestBody: {} });
  console.log(answer);
}

export async function deleteDomain(platform: Platform): Promise<void> {
  const answer = await platform.domains.deleteDomain({ domain: '<domain>' });
  console.log(answer);
}

export async function buyDomain(platform: Platform): Promise<void> {
  const answer = await platform.domains.buyDomain({ requestBody: { name: 'name', country: 'country', firstName: 'first_name', lastName: 'last_name', address1: 'address1', city: 'city', state: 'state', postalCode: 'postal_code', phone: 'phone', email: 'email' } });
  console.log(answer);
}

export async function checkDomainPrice(platform: Platform): Promise<void> {
  const answer = await platform.domains.checkDomainPrice({ name: 'name' });
  console.log(answer);
}

export async function checkDomainStatus(platform: Platform): Promise<void> {
  const answer = await platform.domains.checkDomainStatus({ name: 'name' });
  console.log(answer);
}

export async function getDomainTransfer(platform: Platform): Promise<void> {
  const answer = await platform.domains.getDomainTransfer({ domain: '<domain>' });
  console.log(answer);
}
