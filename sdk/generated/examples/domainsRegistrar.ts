// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getSupportedTlds(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getSupportedTlds();
  console.log(answer);
}

export async function getTld(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getTld({ tld: '<tld>' });
  console.log(answer);
}

export async function getTldPrice(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getTldPrice({ tld: '<tld>' });
  console.log(answer);
}

export async function getDomainAvailability(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getDomainAvailability({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomainPrice(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getDomainPrice({ domain: '<domain>' });
  console.log(answer);
}

export async function getBulkPrice(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getBulkPrice({ requestBody: { domains: ['domains'] } });
  console.log(answer);
}

export async function getBulkAvailability(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getBulkAvailability({ requestBody: { domains: ['domains'] } });
  console.log(answer);
}

export async function searchDomains(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.searchDomains({ requestBody: { domains: ['domains'] } });
  console.log(answer);
}

export async function getContactInfoSchema(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getContactInfoSchema({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomainAuthCode(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getDomainAuthCode({ domain: '<domain>' });
  console.log(answer);
}

export async function buySingleDomain(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.buySingleDomain({ domain: '<domain>', requestBody: { autoRenew: true, years: 1, expectedPrice: 1, contactInformation: { firstName: 'first_name', lastName: 'last_name', email: 'email', phone: 'phone', address1: 'address1', city: 'city', state: 'state', zip: 'zip', country: 'country' } } });
  console.log(answer);
}

export async function buyDomains(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.buyDomains({ requestBody: { domains: [{ domainName: 'domain_name', autoRenew: true, years: 1, expectedPrice: 1 }], contactInformation: { firstName: 'first_name', lastName: 'last_name', email: 'email', phone: 'phone', address1: 'address1', city: 'city', state: 'state', zip: 'zip', country: 'country' } } });
  console.log(answer);
}

export async function transferInDomain(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.transferInDomain({ domain: '<domain>', requestBody: { authCode: 'auth_code', autoRenew: true, years: 1, expectedPrice: 1, contactInformation: { firstName: 'first_name', lastName: 'last_name', email: 'email', phone: 'phone', address1: 'address1', city: 'city', state: 'state', zip: 'zip', country: 'country' } } });
  console.log(answer);
}

export async function getDomainTransferIn(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getDomainTransferIn({ domain: '<domain>' });
  console.log(answer);
}

export async function renewDomain(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.renewDomain({ domain: '<domain>', requestBody: { years: 1, expectedPrice: 1 } });
  console.log(answer);
}

export async function updateDomainAutoRenew(platform: Platform): Promise<void> {
  await platform.domainsRegistrar.updateDomainAutoRenew({ domain: '<domain>', requestBody: { autoRenew: true } });
}

export async function updateDomainNameservers(platform: Platform): Promise<void> {
  await platform.domainsRegistrar.updateDomainNameservers({ domain: '<domain>', requestBody: { nameservers: ['nameservers'] } });
}

export async function getDomainContactVerification(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getDomainContactVerification({ domain: '<domain>' });
  console.log(answer);
}

export async function getOrder(platform: Platform): Promise<void> {
  const answer = await platform.domainsRegistrar.getOrder({ orderId: '<order_id>' });
  console.log(answer);
}
