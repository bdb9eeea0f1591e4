// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getCertById(platform: Platform): Promise<void> {
  const answer = await platform.certs.getCertById({ id: '<id>' });
  console.log(answer);
}

export async function removeCert(platform: Platform): Promise<void> {
  const answer = await platform.certs.removeCert({ id: '<id>' });
  console.log(answer);
}

export async function getCerts(platform: Platform): Promise<void> {
  const answer = await platform.certs.getCerts();
  console.log(answer);
}

export async function issueCert(platform: Platform): Promise<void> {
  const answer = await platform.certs.issueCert();
  console.log(answer);
}

export async function uploadCert(platform: Platform): Promise<void> {
  const answer = await platform.certs.uploadCert();
  console.log(answer);
}
