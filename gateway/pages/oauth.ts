// The pages of the OAuth server: /oauth/consent, where a user signs in and approves or declines what an app asks for, and
// /oauth/device, where a user enters the code of a device. They are clients of the API as any app is: their scripts call
// documented routes only, and a page itself holds nothing of a user.
import { readdirSync } from 'node:fs';
import { type Asset, asset, STYLES } from '../../core/pages/asset.ts';
import type { Settings } from '../../core/settings/table.ts';
import { ApiError } from '../http/errors.ts';
import { languagesOf } from '../http/languages.ts';
import { knownProvider, LISTED, readyProvider } from '../providers/config.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';

const FOLDER = new URL('oauth/', import.meta.url);

/** Paths of the pages, without the prefix. */
export const CONSENT_PATH = '/oauth/consent';
export const DEVICE_PATH = '/oauth/device';
/** Path of the files that the pages load. They name it relatively, so that it is below the prefix as they are. */
const FILES_PATH = '/oauth/page';

/** Languages in which the pages speak; the first is the fallback. */
export const LANGUAGES: readonly string[] = [
  'en',
  ...readdirSync(new URL('words/', FOLDER))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => name !== 'en'),
];

/**
 * A page must not be framed, must keep its address to itself, and shares no browsing context with the page that opened
 * it: that page could otherwise navigate it while the user looks at it.
 */
const HEADERS = {
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
} as const;

type Pages = (request: Pick<HttpRequest, 'method' | 'header' | 'query'>, path: string) => HttpResponse | null;

/** Returns the paths of the pages that are on: an app that has a page of its own is not given another. */
function pathsOf(settings: Settings): string[] {
  if (!settings.oauth_server_enabled) return [];
  const device = settings.oauth_server_device_enabled && settings.oauth_server_device_path === '';
  return [...(settings.oauth_server_authorization_path === '' ? [CONSENT_PATH] : []), ...(device ? [DEVICE_PATH] : [])];
}

/** Returns the URLs of the pages that are on. */
export function ownPages(settings: Settings): string[] {
  const base = settings.api_external_url.replace(/\/+$/, '');
  return pathsOf(settings).map((path) => `${base}${path}`);
}

/** Returns a function that answers GET requests to the pages and their files; null for another request. */
export function createOauthPages(settings: Settings): Pages {
  const pages = new Map(pathsOf(settings).map((path) => [path, pagesOf(path, settings)]));
  const files = pages.size > 0 ? filesOf() : new Map<string, HttpResponse>();
  return (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const file = files.get(path);
    if (file !== undefined) return file;
    const page = pages.get(path);
    return page?.get(language(request, settings.mailer_default_locale)) ?? null;
  };
}

/** Returns a page by its language. */
function pagesOf(path: string, settings: Settings): ReadonlyMap<string, HttpResponse> {
  const values = {
    page: path === DEVICE_PATH ? 'device' : 'consent',
    site: new URL(settings.site_url).host || settings.site_url,
    ways: JSON.stringify(waysOf(settings)),
    languages: LANGUAGES.join(' '),
  };
  const { headers, body } = asset(new URL('page.html', FOLDER), values);
  return new Map(
    LANGUAGES.map((lang) => [
      lang,
      {
        status: 200,
        headers: { ...headers, ...HEADERS, 'Content-Language': lang, Vary: 'Accept-Language' },
        body: body.replace('<html lang="en">', `<html lang="${lang}">`),
      },
    ]),
  );
}

function filesOf(): ReadonlyMap<string, HttpResponse> {
  const response = ({ headers, body }: Asset): HttpResponse => ({
    status: 200,
    headers: { ...headers, 'Cross-Origin-Resource-Policy': 'same-origin' },
    body,
  });
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:js|css)$/.test(name));
  return new Map([
    ...STYLES.map(([name, file]): [string, HttpResponse] => [`${FILES_PATH}/${name}`, response(asset(file))]),
    ...names.map((name): [string, HttpResponse] => [`${FILES_PATH}/${name}`, response(asset(new URL(name, FOLDER)))]),
  ]);
}

interface Ways {
  email: boolean;
  link: boolean;
  phone: boolean;
  passkey: boolean;
  wallets: string[];
  providers: { name: string; title: string }[];
  /** A captcha is demanded, which these pages do not show: only providers can sign users in. */
  captcha: boolean;
}

/** Returns the enabled ways to sign in that work on these pages. */
function waysOf(settings: Settings): Ways {
  const captcha = settings.security_captcha_enabled;
  const { origin } = new URL(settings.api_external_url);
  const providers = LISTED.filter((name) => !(readyProvider(name, settings) instanceof ApiError));
  const wallets = (['ethereum', 'solana'] as const).filter((chain) => settings[`external_web3_${chain}_enabled`]);
  return {
    email: settings.external_email_enabled && !captcha,
    link: settings.external_email_enabled && settings.external_email_magic_link_enabled && !captcha,
    phone: settings.external_phone_enabled && !captcha,
    passkey: settings.passkey_enabled && settings.webauthn_rp_origins.includes(origin) && !captcha,
    wallets: captcha ? [] : wallets,
    providers: providers.map((name) => ({ name, title: knownProvider(name)?.title ?? name })),
    captcha,
  };
}

/**
 * Returns the language of a page as mails choose theirs: the languages that the client asked for, those that the browser
 * prefers, the default. A language that is missing falls back to its parent.
 */
export function language(request: Pick<HttpRequest, 'header' | 'query'>, fallback: string): string {
  const asked = new URLSearchParams(request.query).get('ui_locales') ?? '';
  const preferred = languagesOf(request.header('accept-language')) ?? '';
  const tags = [...asked.slice(0, 500).split(' ', 5), ...preferred.split(','), fallback];
  for (const tag of tags) {
    const parts = tag.toLowerCase().replaceAll('_', '-').split('-');
    for (let kept = parts.length; kept > 0; kept--) {
      const found = parts.slice(0, kept).join('-');
      if (LANGUAGES.includes(found)) return found;
    }
  }
  return LANGUAGES[0] ?? 'en';
}
