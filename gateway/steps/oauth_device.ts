// Steps of the device grant (RFC 8628): a device gets a code, its user enters the code on a page, and the device
// polls for its tokens.
import { randomUUID } from 'node:crypto';
import { refuse } from '../http/errors.ts';
import { oauthJsonResponse } from '../oauth/answer.ts';
import { DEVICE_GRANT } from '../oauth/metadata.ts';
import { DEVICE_PATH } from '../pages/oauth.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import { chooseConsentPageUrl } from './oauth_request.ts';
import type { HasClientForm } from './oauth_token.ts';

/** Number of random codes from which SQL chooses one that is not in use. */
const OFFERED = 3;

/** Rejects requests unless the device grant is on. */
export const requireDeviceGrant = step(
  'requireDeviceGrant',
  { refuses: ['oauth_device_off'] },
  ({ settings }) =>
    (): undefined => {
      if (!settings.oauth_server_device_enabled) throw refuse('oauth_device_off');
    },
);

interface HasNewCodes {
  readonly device: {
    readonly id: string;
    readonly user_codes: readonly string[];
    readonly macs: readonly string[];
    /** The request in the form of start_device_authorization(). */
    readonly request: { readonly scope: string | null; readonly resource: readonly string[] };
  };
}

/** Generates the codes for a device. */
export const generateUserCodes = step(
  'generateUserCodes',
  {},
  ({ ring }) =>
    ({ form: { scope, resource } }: RequestContext & HasClientForm): HasNewCodes => {
      const user_codes = Array.from({ length: OFFERED }, () => ring.newUserCode());
      const macs = user_codes.map((code) => ring.userCodeMacs(code)[0] as string);
      return { device: { id: randomUUID(), user_codes, macs, request: { scope, resource } } };
    },
);

const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Responds with the codes of a device and the URL of the page. */
export const respondWithDeviceCodes = step('respondWithDeviceCodes', {}, ({ settings, ring }) => {
  const verification_uri = chooseConsentPageUrl(settings, settings.oauth_server_device_path, DEVICE_PATH);
  return ({
    device: { id, user_codes },
    device_start,
  }: RequestContext & HasNewCodes & { readonly device_start: Readonly<Record<string, unknown>> }): HasResponse => {
    const { chosen, expires_in, interval } = device_start;
    const user_code = shownCode(user_codes[Number(chosen)] as string);
    const body = {
      device_code: ring.sealId('device_code', id),
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
      expires_in,
      interval,
    };
    return { response: oauthJsonResponse(200, body) };
  };
});

interface HasDeviceCode {
  readonly device_code: { readonly authorization: string | null };
}

/** Unseals the device code; null if it is forged. */
export const unsealDeviceCode = step(
  'unsealDeviceCode',
  { refuses: ['oauth_grant_type', 'oauth_request_invalid'] },
  ({ ring, settings }) =>
    ({ form: { device_code } }: RequestContext & HasClientForm): HasDeviceCode => {
      if (!settings.oauth_server_device_enabled) throw refuse('oauth_grant_type', DEVICE_GRANT);
      if (device_code === null) throw refuse('oauth_request_invalid', 'device_code is required for this grant type');
      return { device_code: { authorization: ring.openId('device_code', device_code) } };
    },
);

interface HasUserCode {
  readonly user_code: { readonly macs: readonly string[] };
}

/** Reads the user code. Case and all characters other than letters are ignored (RFC 8628, 6.1). */
export const readUserCode = step(
  'readUserCode',
  {},
  ({ ring }) =>
    ({ body }: RequestContext & { readonly body: { readonly user_code?: string | null | undefined } }): HasUserCode => {
      const code = (body.user_code ?? '').toUpperCase().replace(/[^A-Z]/g, '');
      return { user_code: { macs: ring.userCodeMacs(code) } };
    },
);

/** Responds with the request of a device, and an id with which it is approved or denied. */
export const respondWithDeviceRequest = step('respondWithDeviceRequest', { reply: 'json' }, ({ ring }) => {
  return ({
    device_request,
  }: RequestContext & { readonly device_request: Readonly<Record<string, unknown>> }): HasResponse => {
    const { authorization, ...details } = device_request;
    const authorization_id = ring.sealId('authorization', String(authorization));
    return { response: jsonResponse({ authorization_id, ...details }, { secret: true }) };
  };
});
