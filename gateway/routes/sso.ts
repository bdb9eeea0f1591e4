// Routes of single sign-on with the identity providers of organizations (SAML 2.0).
import { steps } from '../pipeline/step.ts';
import { captcha } from '../steps/captcha.ts';
import { limit } from '../steps/limit.ts';
import { readBody } from '../steps/read_body.ts';
import {
  findIdp,
  onErrorRedirectToFlowOrSite,
  onErrorRedirectToSamlTarget,
  readSamlForm,
  readSsoRequest,
  redirectAfterSamlSignIn,
  redirectToIdp,
  respondWithSamlMetadata,
  verifyResponse,
} from '../steps/saml.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import { PKCE_MEMBERS } from './parts.ts';
import type { PlainRow, RouteRow } from './row.ts';

const COMMON = {
  tag: 'session',
  auth: 'none',
  only_with: { settings: ['saml_enabled'], refuse: 'saml_disabled' },
} as const satisfies Partial<PlainRow>;

export const SSO_ROUTES = [
  {
    ...COMMON,
    method: 'POST',
    path: '/sso',
    summary: 'Redirect the browser to the identity provider of an organization',
    required: [['provider_id', 'domain']],
    answer: 'sso_url',
    steps: steps(
      limit('sso'),
      captcha,
      readBody({
        provider_id: 'string',
        domain: 'string',
        redirect_to: 'string',
        skip_http_redirect: 'boolean',
        ...PKCE_MEMBERS,
      }),
      readSsoRequest,
      sqlAs('provider', {
        function: 'start_saml_flow',
        args: {
          id: 'flow.id',
          provider_id: 'body.provider_id',
          domain: 'flow.domain',
          link: 'flow.link',
          settings: 'settings',
        },
      }),
      redirectToIdp,
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/sso/saml/metadata',
    summary: 'Get the SAML metadata of this server',
    query: { download: 'string' },
    answer: 'saml_metadata',
    steps: steps(respondWithSamlMetadata),
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/sso/saml/acs',
    summary: 'Handle the response of an organization’s identity provider',
    answer: 'saml_returned',
    steps: steps(
      limit('saml_assertion'),
      onErrorRedirectToFlowOrSite,
      readSamlForm,
      findIdp,
      onErrorRedirectToSamlTarget,
      verifyResponse,
      sql({
        function: 'finish_saml_flow',
        args: {
          flow_id: 'saml_sign_in.flow_id',
          provider_id: 'saml_sign_in.provider_id',
          assertion: 'assertion',
          settings: 'settings',
          client: 'client',
        },
        creates_user: true,
        confirms_user: true,
      }),
      redirectAfterSamlSignIn,
    ),
  },
] as const satisfies readonly RouteRow[];
