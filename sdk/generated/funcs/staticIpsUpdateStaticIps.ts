// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { networkingUpdateStaticIps } from './networkingUpdateStaticIps.ts';

/**
 * Update static ips (PATCH /projects/{idOrName}/shared-connect-links).
 * PATCH /v1/projects/{idOrName}/shared-connect-links
 */
export const staticIpsUpdateStaticIps: typeof networkingUpdateStaticIps = networkingUpdateStaticIps;
