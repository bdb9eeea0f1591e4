// Warnings about well-formed settings that weaken security.
import { compileAllowList } from '../glob.ts';
import { maskedLogin } from '../masked_url.ts';
import { isLoopback } from '../outgoing.ts';
import type { Settings } from './table.ts';

/** URLs of a host that nobody names on purpose. A pattern that matches one of them matches any host. */
const ANY_HOST = ['https://q7x.w5z', 'https://q7x.w5z/', 'https://q7x.w5z/a/b', 'http://q7x.w5z', 'http://q7x.w5z/a'];

const LONGEST = {
  jwt_exp: {
    hours: 24,
    costs: 'access tokens stay valid that long, whatever happens to the account or the session',
  },
  mailer_otp_exp: { hours: 7 * 24, costs: 'links in old mails sign in' },
  sms_otp_exp: { hours: 1, costs: 'codes in old messages sign in' },
} as const;

export function checkWeakened(settings: Settings, o: { production: boolean }): string[] {
  return [...openPatterns(settings), ...(o.production ? plainUrls(settings) : []), ...longLives(settings)];
}

function openPatterns({ uri_allow_list }: Settings): string[] {
  const open = uri_allow_list.filter((pattern) => {
    const [matches] = compileAllowList([pattern]);
    return ANY_HOST.some((url) => matches?.(url));
  });
  return open.map((pattern) => {
    const shown = JSON.stringify(maskedLogin(pattern));
    return `SVC_URI_ALLOW_LIST: the pattern ${shown} allows any host: links and tokens can be sent to anybody`;
  });
}

function plainUrls(settings: Settings): string[] {
  return (['site_url', 'api_external_url'] as const).flatMap((key) => {
    const url = URL.canParse(settings[key]) ? new URL(settings[key]) : null;
    if (url === null || url.protocol !== 'http:' || isLoopback(url)) return [];
    const name = `SVC_${key.toUpperCase()}`;
    return [`${name} is http: whoever is on the way can read and change what users send and get`];
  });
}

/** Warns of very long lifetimes, usually numbers meant as milliseconds. */
function longLives(settings: Settings): string[] {
  return (Object.keys(LONGEST) as (keyof typeof LONGEST)[]).flatMap((key) => {
    const hours = settings[key] / 3600;
    if (hours <= LONGEST[key].hours) return [];
    return [`SVC_${key.toUpperCase()} is ${Number(hours.toFixed(1))} h: ${LONGEST[key].costs}`];
  });
}
