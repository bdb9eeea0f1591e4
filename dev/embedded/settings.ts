// Defaults of the embedded start. The environment and .env override them.
import type { DataFolder, Secrets } from './folder.ts';

export type EmbeddedRole = keyof Secrets['role_passwords'] | 'migrate';

/** Values that are known only after the database has started. `postern config` uses stand-ins (UNOPENED) for them. */
export interface StartedDatabase {
  secrets: Secrets;
  url: (role: EmbeddedRole) => string;
}

const UNOPENED: StartedDatabase = {
  secrets: {
    jwt_secret: 'made at the first start and kept in secrets.json',
    security_pepper: '',
    superuser_password: '',
    role_passwords: { gateway: '', admin: '', worker: '', auditor: '' },
  },
  url: () => 'postgres://postern@127.0.0.1/postern',
};

/** Loopback addresses for IPv4 and IPv6. */
export const LOOPBACK = '127.0.0.1,::1';

/** Returns the defaults as texts, by the key of the setting. */
export function embeddedDefaults(o: {
  port: number;
  /** True if messages are shown in the inbox and not sent. */
  inbox: boolean;
  folder: DataFolder;
  opened?: StartedDatabase;
}): Record<string, string> {
  const { secrets, url } = o.opened ?? UNOPENED;
  const here = `http://localhost:${o.port}`;
  return {
    // Loopback only, because the embedded server is for development on this machine.
    api_host: LOOPBACK,
    otel_exporter_prometheus_host: '127.0.0.1',
    // There is no load balancer to wait for.
    shutdown_delay: '0',
    site_url: here,
    api_external_url: here,
    inbox: String(o.inbox),
    console_port: String(o.port > 0 && o.port < 65_534 ? o.port + 2 : 0),
    console_url: `http://localhost:${o.port + 2}`,
    inbox_port: String(o.port < 65_535 ? o.port + 1 : 0),
    // Enable sign-in methods that need no third party. SMS need the inbox.
    external_phone_enabled: String(o.inbox),
    external_anonymous_users_enabled: 'true',
    // Same values as in .env.example. The interval lets two tabs refresh at the same time.
    security_refresh_token_rotation_enabled: 'true',
    security_refresh_token_reuse_interval: '10',
    // The confirmation page protects links from virus scanners.
    mailer_confirm_page: 'true',
    rate_limit_email_sent: '10000',
    rate_limit_sms_sent: '10000',
    rate_limit_email_per_address: '10000',
    rate_limit_sms_per_address: '10000',
    // Log to a file, so that the terminal shows only the essentials.
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
