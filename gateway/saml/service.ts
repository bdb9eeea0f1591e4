// This server as a SAML service provider: its keys, names and limits, computed once from the settings.
import { createHash, type KeyObject } from 'node:crypto';
import { createNetworkRestriction, type NetworkRestriction } from '../../core/reach.ts';
import { createCertificate, readPrivateKey } from '../../core/saml/certificate.ts';
import type { Settings } from '../../core/settings/table.ts';
import { buildMetadataXml } from './request.ts';

export interface ServiceProvider {
  readonly entityId: string;
  /** URL of the assertion consumer service. */
  readonly acs: string;
  readonly key: KeyObject;
  /** Private keys in PEM; empty if encrypted assertions are off. */
  readonly decryptionKeys: readonly string[];
  /** Networks from which metadata may be fetched. */
  readonly reach: NetworkRestriction;
  /** Returns this server's metadata. `download` is true for a file that an administrator uploads at the provider. */
  metadata(o: { download: boolean; now: number }): string;
  /** True during a rotation of the signing key. */
  readonly rolling: boolean;
}

const HOUR_MS = 3_600_000;
const VALID_FOR_MS = 48 * HOUR_MS;
const FILE_VALID_FOR_MS = 5 * 365.25 * 24 * HOUR_MS;

const made = new WeakMap<Settings, ServiceProvider>();

/** Returns the service provider. SAML must be on in the settings. */
export function cachedServiceProvider(settings: Settings): ServiceProvider {
  const known = made.get(settings);
  if (known !== undefined) return known;
  const service = createServiceProvider(settings);
  made.set(settings, service);
  return service;
}

function createServiceProvider(settings: Settings): ServiceProvider {
  const base = (settings.saml_external_url || settings.api_external_url).replace(/\/$/, '');
  const entityId = `${base}/sso/saml/metadata`;
  const acs = `${base}/sso/saml/acs`;
  const key = readPrivateKey(settings.saml_private_key);
  const next = settings.saml_private_key_next === '' ? [] : [readPrivateKey(settings.saml_private_key_next)];
  const keys = [key, ...next];
  const encrypts = settings.saml_allow_encrypted_assertions;
  const host = new URL(settings.api_external_url).hostname;
  const certificates = keys.map((one) => createCertificate(one, { host, encrypts }));
  return {
    entityId,
    acs,
    key,
    decryptionKeys: encrypts ? keys.map((one) => one.export({ type: 'pkcs8', format: 'pem' }) as string) : [],
    reach: createNetworkRestriction({ networks: settings.saml_allowed_networks }),
    rolling: next.length > 0,
    metadata: ({ download, now }) =>
      buildMetadataXml({
        entityId,
        acs,
        certificates,
        encrypts,
        validUntil: { document: now + (download ? FILE_VALID_FOR_MS : VALID_FOR_MS), role: now + VALID_FOR_MS },
      }),
  };
}

/**
 * Returns the ID of a flow's SAML request, derived from the flow's id (the RelayState), so that only the flow is
 * stored. The flow's id cannot be computed from the request ID.
 */
export const samlRequestId = (flow: string): string =>
  `_${createHash('sha256').update(`saml request ${flow}`).digest('hex').slice(0, 32)}`;
