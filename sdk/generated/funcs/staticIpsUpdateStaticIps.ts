// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { networkingUpdateStaticIps } from './networkingUpdateStaticIps.ts';

/**
 * Sets the regions in which a project sends from static IP addresses, for builds as well.
 * PATCH /v1/projects/{idOrName}/shared-connect-links
 */
export const staticIpsUpdateStaticIps: typeof networkingUpdateStaticIps = networkingUpdateStaticIps;
