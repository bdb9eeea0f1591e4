// The mail servers in the order in which they are tried: those of SMTP_URLS, or the one of SMTP_HOST.
import { isLoopbackHost } from './outgoing.ts';

export interface MailServer {
  host: string;
  port: number;
  /** True for TLS from the first byte. */
  secure: boolean;
  /** True to require STARTTLS. False to use STARTTLS if the server offers it. */
  require_tls: boolean;
  /** User name; '' for no login. */
  user: string;
  pass: string;
}

export interface MailServerSettings {
  smtp_urls: string;
  smtp_host: string;
  smtp_port: number;
  smtp_user: string;
  smtp_pass: string;
  smtp_plain_hosts: readonly string[];
}

type ServerAddress = Omit<MailServer, 'require_tls'>;

/** Returns the servers. The list is empty if mail is not configured. */
export function mailServers(settings: MailServerSettings): readonly MailServer[] {
  return serverAddresses(settings).map((server) => ({
    ...server,
    // Credentials are never sent unencrypted over a network, whatever the setting.
    require_tls:
      !isLoopbackHost(server.host) && (server.user !== '' || !settings.smtp_plain_hosts.includes(server.host)),
  }));
}

/**
 * Returns the hosts to which a mail may be sent unencrypted over a network, if they offer no STARTTLS or an attacker
 * removes the offer.
 */
export function unencryptedMailServers(settings: MailServerSettings): readonly string[] {
  return mailServers(settings)
    .filter(({ host, secure, require_tls }) => !secure && !require_tls && !isLoopbackHost(host))
    .map(({ host }) => host);
}

function serverAddresses(settings: MailServerSettings): readonly ServerAddress[] {
  if (settings.smtp_urls !== '') return parseMailServers(settings.smtp_urls);
  const { smtp_host: host, smtp_port: port, smtp_user: user, smtp_pass: pass } = settings;
  return host === '' ? [] : [{ host, port, secure: port === 465, user, pass }];
}

/** Parses `smtp://user:password@host:587,smtps://host`. Errors do not contain the value. */
export function parseMailServers(text: string): readonly ServerAddress[] {
  return text.split(',').map((part, index) => {
    const fault = (what: string): Error => new Error(`server ${index + 1} ${what}`);
    if (!URL.canParse(part.trim())) throw fault('is no URL such as smtp://user:password@host:587');
    const url = new URL(part.trim());
    if (!/^smtps?:$/.test(url.protocol)) throw fault('must begin with smtp:// or smtps://');
    if (url.hostname === '') throw fault('has no host');
    if (!/^\/?$/.test(url.pathname) || url.search || url.hash)
      throw fault('has more than user, password, host and port');
    const secure = url.protocol === 'smtps:';
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      user: decodeUrlPart(url.username, fault),
      pass: decodeUrlPart(url.password, fault),
    };
  });
}

function decodeUrlPart(text: string, fault: (what: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fault('has a % that is no escape; write %25');
  }
}
