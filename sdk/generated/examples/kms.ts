// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function listKmsIssuers(platform: Platform): Promise<void> {
  const answer = await platform.kms.listKmsIssuers();
  console.log(answer);
}

export async function createKmsIssuer(platform: Platform): Promise<void> {
  const answer = await platform.kms.createKmsIssuer();
  console.log(answer);
}

export async function signKmsMessage(platform: Platform): Promise<void> {
  const answer = await platform.kms.signKmsMessage({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function signKmsToken(platform: Platform): Promise<void> {
  const answer = await platform.kms.signKmsToken({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function createKmsSigningKey(platform: Platform): Promise<void> {
  const answer = await platform.kms.createKmsSigningKey({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function activateKmsSigningKey(platform: Platform): Promise<void> {
  const answer = await platform.kms.activateKmsSigningKey({ issuerId: '<issuer_id>', keyId: '<key_id>' });
  console.log(answer);
}

export async function revokeKmsSigningKey(platform: Platform): Promise<void> {
  const answer = await platform.kms.revokeKmsSigningKey({ issuerId: '<issuer_id>', keyId: '<key_id>' });
  console.log(answer);
}

export async function getKmsIssuer(platform: Platform): Promise<void> {
  const answer = await platform.kms.getKmsIssuer({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function updateKmsIssuer(platform: Platform): Promise<void> {
  const answer = await platform.kms.updateKmsIssuer({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function deleteKmsIssuer(platform: Platform): Promise<void> {
  await platform.kms.deleteKmsIssuer({ issuerId: '<issuer_id>' });
}

export async function createKmsIssuerPolicy(platform: Platform): Promise<void> {
  const answer = await platform.kms.createKmsIssuerPolicy({ issuerId: '<issuer_id>' });
  console.log(answer);
}

export async function updateKmsIssuerPolicy(platform: Platform): Promise<void> {
  const answer = await platform.kms.updateKmsIssuerPolicy({ issuerId: '<issuer_id>', kind: 'project-grant', policyKey: '<policy_key>' });
  console.log(answer);
}

export async function deleteKmsIssuerPolicy(platform: Platform): Promise<void> {
  await platform.kms.deleteKmsIssuerPolicy({ issuerId: '<issuer_id>', kind: 'project-grant', policyKey: '<policy_key>' });
}
