// The mail servers in the order in which they are asked: those of SMTP_URLS, or the one of SMTP_HOST and its neighbours.

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Empty: no login. */
  user: string;
  pass: string;
}

interface MailServerSettings {
  smtp_urls: string;
  smtp_host: string;
  smtp_port: number;
  smtp_user: string;
  smtp_pass: string;
}

/** None where mails are not sent. */
export function mailServers(settings: MailServerSettings): readonly MailServer[] {
  if (settings.smtp_urls !== '') return parseMailServers(settings.smtp_urls);
  const { smtp_host: host, smtp_port: port, smtp_user: user, smtp_pass: pass } = settings;
  return host === '' ? [] : [{ host, port, secure: port === 465, user, pass }];
}

/** `smtp://user:password@host:587,smtps://host`; throws a sentence without the value. */
export function parseMailServers(text: string): readonly MailServer[] {
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
      user: decode(url.username, fault),
      pass: decode(url.password, fault),
    };
  });
}

function decode(text: string, fault: (what: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fault('has a % that is no escape; write %25');
  }
}
