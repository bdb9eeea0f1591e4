// Warns about valid settings that weaken security.
import { compileAllowList } from '../glob.ts';
import { maskCredentials } from '../masked_url.ts';
import { isLoopbackHost } from '../outgoing.ts';
import type { Settings } from './table.ts';

/** URLs of a made-up host. A pattern that matches one of them matches any host. */
const ANY_HOST = ['https://q7x.w5z', 'https://q7x.w5z/', 'https://q7x.w5z/a/b', 'http://q7x.w5z', 'http://q7x.w5z/a'];

const LONGEST = {
  jwt_exp: {
    hours: 24,
    costs: 'access tokens stay valid that long, whatever happens to the account or the session',
  },
  mailer_otp_exp: { hours: 7 * 24, costs: 'links in old mails sign in' },
  sms_otp_exp: { hours: 1, costs: 'codes in old messages sign in' },
} as const;

export function checkWeakSettings(settings: Settings, o: { production: boolean }): string[] {
  return [
    ...openPatternWarnings(settings),
    ...(o.production ? unencryptedUrls(settings) : []),
    ...longLifetimeWarnings(settings),
  ];
}

function openPatternWarnings({ uri_allow_list }: Settings): string[] {
  return uri_allow_list.flatMap((pattern) => {
    const [matches] = compileAllowList([pattern]);
    const open = ANY_HOST.some((url) => matches?.(url));
    if (!open && !allowsRegistrableDomains(pattern)) return [];
    const hosts = open ? 'any host' : 'hosts that anybody can register';
    const shown = JSON.stringify(maskCredentials(pattern));
    return [`SVC_URI_ALLOW_LIST: the pattern ${shown} allows ${hosts}: links and tokens can be sent to anybody`];
  });
}

/**
 * Returns true if a pattern has a wildcard in a domain that anybody can register: in the top-level domain or in the
 * label before it. Public suffixes such as co.uk are recognized by their form and not by a list.
 */
function allowsRegistrableDomains(pattern: string): boolean {
  const [, scheme = '', authority = ''] = /^([^:/]*):\/\/([^/]*)/.exec(pattern) ?? [];
  if (!/^https?$/.test(scheme) && !WILDCARD.test(scheme)) return false;
  const labels = authority
    .replace(/^.*@/, '')
    .replace(/:[^:\]]*$/, '')
    .split('.');
  const top = labels.pop() ?? '';
  if (/^[a-z]{2}$/i.test(top) && SECOND_LEVEL.test(labels.at(-1) ?? '')) labels.pop();
  const name = labels.pop();
  // A number in this place means an IP address such as 10.0.0.*, which nobody can register.
  if (name === undefined || /^\d+$/.test(name)) return false;
  return WILDCARD.test(top) || WILDCARD.test(name);
}

const WILDCARD = /[*?[]/;
const SECOND_LEVEL = /^(?:ac|co|com|edu|gov|net|org)$/i;

function unencryptedUrls(settings: Settings): string[] {
  const name = (key: string): string => `SVC_${key.toUpperCase()}`;
  const urls = (['site_url', 'api_external_url'] as const)
    .filter((key) => isUnencryptedUrl(settings[key]))
    .map((key) => `${name(key)} is http: an attacker on the network can read and change what users send and get`);
  const templates = Object.entries(settings)
    .filter(
      ([key, value]) => key.startsWith('mailer_templates_') && typeof value === 'string' && isUnencryptedUrl(value),
    )
    .map(([key]) => `${name(key)} is http: an attacker on the network can write the mail and read its link`);
  const patterns = settings.uri_allow_list.filter(isUnencryptedUrl).map((pattern) => {
    const shown = JSON.stringify(maskCredentials(pattern));
    return `SVC_URI_ALLOW_LIST: the pattern ${shown} is http: an attacker on the network can read the tokens that are sent there`;
  });
  return [...urls, ...templates, ...patterns];
}

/** Returns true if a URL or URL pattern uses http over a network. */
function isUnencryptedUrl(text: string): boolean {
  const [, host] = /^http:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(text) ?? [];
  return host !== undefined && !isLoopbackHost(host);
}

/** Returns warnings about very long lifetimes, such as a number in milliseconds. */
function longLifetimeWarnings(settings: Settings): string[] {
  return (Object.keys(LONGEST) as (keyof typeof LONGEST)[]).flatMap((key) => {
    const hours = settings[key] / 3600;
    if (hours <= LONGEST[key].hours) return [];
    return [`SVC_${key.toUpperCase()} is ${Number(hours.toFixed(1))} h: ${LONGEST[key].costs}`];
  });
}
