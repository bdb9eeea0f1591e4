// Settings of all measured gateways.
import { SAML_SETTINGS } from '../../test/support/providers/saml_settings.ts';

export const JWT_SECRET = 'bench-secret-of-32-characters-or-more-0123456789';

export const GATEWAY_SETTINGS: Readonly<Record<string, string>> = {
  SVC_DB_DRIVER: 'postgres',
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_API_HOST: '127.0.0.1',
  PORT: '0',
  SVC_HTTP_ENGINE: 'node',
  SVC_JWT_SECRET: JWT_SECRET,
  SVC_SECURITY_PEPPER: `1:${Buffer.alloc(32, 1).toString('base64')}`,
  SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
  SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
  SVC_MAILER_AUTOCONFIRM: 'true',
  SVC_OAUTH_SERVER_ENABLED: 'true',
  ...SAML_SETTINGS,
  SVC_SCIM_ENABLED: 'true',
  SVC_RATE_LIMIT_SCIM: '100000000',
  SVC_SECURITY_EVEN_ANSWERS: '0',
  SVC_RATE_LIMIT_EMAIL_SENT: '100000000',
  LOG_LEVEL: 'fatal',
};
