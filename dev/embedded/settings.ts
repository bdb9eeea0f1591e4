// What the embedded start sets so that a newcomer configures nothing. The environment and .env win over each of these.
import type { DataFolder, Secrets } from './folder.ts';

export type EmbeddedRole = keyof Secrets['role_passwords'] | 'migrate';

/** What only a started database knows; `postern config` shows the settings without it. */
export interface Opened {
  secrets: Secrets;
  url: (role: EmbeddedRole) => string;
}

const UNOPENED: Opened = {
  secrets: {
    jwt_secret: 'made at the first start and kept in secrets.json',
    security_pepper: '',
    superuser_password: '',
    role_passwords: { gateway: '', admin: '', worker: '', auditor: '' },
  },
  url: () => 'postgres://postern@127.0.0.1/postern',
};

/** This machine, however it spells localhost. */
export const LOOPBACK = '127.0.0.1,::1';

/** Defaults by settings key. */
export function embeddedDefaults(o: {
  port: number;
  /** Whether messages are shown instead of sent. */
  inbox: boolean;
  folder: DataFolder;
  opened?: Opened;
}): Record<string, string> {
  const { secrets, url } = o.opened ?? UNOPENED;
  const here = `http://localhost:${o.port}`;
  return {
    // Anybody on this machine can read the mails, so letting others reach the server must be asked for.
    api_host: LOOPBACK,
    otel_exporter_prometheus_host: '127.0.0.1',
    // No load balancer is in front.
    shutdown_delay: '0',
    site_url: here,
    api_external_url: here,
    inbox: String(o.inbox),
    inbox_port: String(o.port < 65_535 ? o.port + 1 : 0),
    // The page shows every way to sign in that needs nobody else; an SMS needs the inbox.
    external_phone_enabled: String(o.inbox),
    external_anonymous_users_enabled: 'true',
    // As in .env.example: two tabs of one browser refresh at once, and neither is signed out.
    security_refresh_token_rotation_enabled: 'true',
    security_refresh_token_reuse_interval: '10',
    // A newcomer sees what users see whose mails are checked by a virus scanner.
    mailer_confirm_page: 'true',
    rate_limit_email_sent: '10000',
    rate_limit_sms_sent: '10000',
    rate_limit_email_per_address: '10000',
    rate_limit_sms_per_address: '10000',
    // The terminal shows what a newcomer needs; the log is a file beside the data.
    log_file: o.folder.log_file,
    jwt_secret: secrets.jwt_secret,
    security_pepper: secrets.security_pepper,
    database_url_gateway: url('gateway'),
    database_url_admin: url('admin'),
    database_url_worker: url('worker'),
    database_url_auditor: url('auditor'),
    database_url_migrate: url('migrate'),
  };
}
