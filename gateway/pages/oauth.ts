// Serves the pages of the OAuth server. On /oauth/consent a user signs in and approves or declines the access that an
// app requests. On /oauth/device a user enters the code of a device. The scripts of the pages call documented routes
// only, and the pages contain no data of users.
import { readdirSync } from 'node:fs';
import { type PageFile, readPageFile, STYLES } from '../../core/pages/asset.ts';
import type { Settings } from '../../core/settings/table.ts';
import { ApiError } from '../http/errors.ts';
import { readLanguages } from '../http/languages.ts';
import { findEnabledProvider, findProvider, LISTED_PROVIDERS } from '../providers/config.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';

const FOLDER = new URL('oauth/', import.meta.url);

/** Paths of the pages, without the API prefix. */
export const CONSENT_PATH = '/oauth/consent';
export const DEVICE_PATH = '/oauth/device';
/** Path of the files that the pages load. The pages use relative URLs, so that they work with an API prefix. */
const FILES_PATH = '/oauth/page';

/** Languages of the pages. The first is the fallback. */
export const LANGUAGES: readonly string[] = [
  'en',
  ...readdirSync(new URL('words/', FOLDER))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => name !== 'en'),
];

/**
 * Response headers of a page, in addition to those of readPageFile(). They forbid frames, and separate the page from
 * the page that opened it, which could otherwise navigate this page while the user reads it.
 */
const HEADERS = {
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
} as const;

type ServePage = (request: Pick<HttpRequest, 'method' | 'header' | 'query'>, path: string) => HttpResponse | null;

/** Returns the paths of the enabled pages. A page that the app provides itself is not served. */
function oauthPagePaths(settings: Settings): string[] {
  if (!settings.oauth_server_enabled) return [];
  const device = settings.oauth_server_device_enabled && settings.oauth_server_device_path === '';
  return [...(settings.oauth_server_authorization_path === '' ? [CONSENT_PATH] : []), ...(device ? [DEVICE_PATH] : [])];
}

/** Returns the URLs of the enabled pages. */
export function ownPageUrls(settings: Settings): string[] {
  const base = settings.api_external_url.replace(/\/+$/, '');
  return oauthPagePaths(settings).map((path) => `${base}${path}`);
}

/**
 * Returns a function that answers GET and HEAD requests for the pages and their files. It returns null for other
 * requests.
 */
export function createOauthPages(settings: Settings): ServePage {
  const pages = new Map(oauthPagePaths(settings).map((path) => [path, renderPages(path, settings)]));
  const files = pages.size > 0 ? readPageFiles() : new Map<string, HttpResponse>();
  return (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const file = files.get(path);
    if (file !== undefined) return file;
    const page = pages.get(path);
    return page?.get(choosePageLanguage(request, settings.mailer_default_locale)) ?? null;
  };
}

/** Returns the responses of a page by language. */
function renderPages(path: string, settings: Settings): ReadonlyMap<string, HttpResponse> {
  const values = {
    page: path === DEVICE_PATH ? 'device' : 'consent',
    site: new URL(settings.site_url).host || settings.site_url,
    ways: JSON.stringify(signInMethods(settings)),
    languages: LANGUAGES.join(' '),
  };
  const { headers, body } = readPageFile(new URL('page.html', FOLDER), values);
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

function readPageFiles(): ReadonlyMap<string, HttpResponse> {
  const response = ({ headers, body }: PageFile): HttpResponse => ({
    status: 200,
    headers: { ...headers, 'Cross-Origin-Resource-Policy': 'same-origin' },
    body,
  });
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:js|css)$/.test(name));
  return new Map([
    ...STYLES.map(([name, file]): [string, HttpResponse] => [`${FILES_PATH}/${name}`, response(readPageFile(file))]),
    ...names.map((name): [string, HttpResponse] => [
      `${FILES_PATH}/${name}`,
      response(readPageFile(new URL(name, FOLDER))),
    ]),
  ]);
}

interface SignInMethods {
  email: boolean;
  link: boolean;
  phone: boolean;
  passkey: boolean;
  wallets: string[];
  providers: { name: string; title: string }[];
  /** True if the page offers custom providers. It requests their list, because administrators change it at run time. */
  custom: boolean;
  /** True if identity providers of organizations can sign users in. */
  organization: boolean;
  /** True if a captcha is required. These pages do not display a captcha, so only sign-in with a provider works. */
  captcha: boolean;
}

/** Returns the enabled sign-in methods that work on these pages. */
function signInMethods(settings: Settings): SignInMethods {
  const captcha = settings.security_captcha_enabled;
  const { origin } = new URL(settings.api_external_url);
  const providers = LISTED_PROVIDERS.filter((name) => !(findEnabledProvider(name, settings) instanceof ApiError));
  const wallets = (['ethereum', 'solana'] as const).filter((chain) => settings[`external_web3_${chain}_enabled`]);
  return {
    email: settings.external_email_enabled && !captcha,
    link: settings.external_email_enabled && settings.external_email_magic_link_enabled && !captcha,
    phone: settings.external_phone_enabled && !captcha,
    passkey: settings.passkey_enabled && settings.webauthn_rp_origins.includes(origin) && !captcha,
    wallets: captcha ? [] : wallets,
    providers: providers.map((name) => ({ name, title: findProvider(name)?.title ?? name })),
    custom: settings.custom_oauth_enabled,
    organization: settings.saml_enabled && !captcha,
    captcha,
  };
}

/**
 * Returns the language of a page: the first available one of ui_locales, of the browser's languages and of `fallback`,
 * otherwise the first of LANGUAGES. If a language such as `de-AT` is missing, its parent `de` is used.
 */
export function choosePageLanguage(request: Pick<HttpRequest, 'header' | 'query'>, fallback: string): string {
  const asked = new URLSearchParams(request.query).get('ui_locales') ?? '';
  const preferred = readLanguages(request.header('accept-language')) ?? '';
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
