// The home page of the embedded start. It signs up and in, and shows the session and the result of a mailed link. It
// uses the ES modules of @supabase/auth-js unchanged.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPageFile as assetOf, type PageFile, STYLES } from '../../core/pages/asset.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { HttpResponse } from '../../gateway/server/types.ts';
import { readAsset } from './files.ts';

const FOLDER = '/page';

type HomeSettings = Pick<
  Settings,
  | 'api_external_url'
  | 'external_email_enabled'
  | 'external_email_magic_link_enabled'
  | 'external_phone_enabled'
  | 'external_anonymous_users_enabled'
>;

/**
 * Returns the responses to GET requests by path. `inbox` is the URL of the inbox, '' if mails are sent. `console` is
 * the URL of the console, '' if it is off.
 */
export function renderHomePages(settings: HomeSettings, o: { version: string; inbox: string; console: string }) {
  const values = { ...o, url: settings.api_external_url, ways: signInMethods(settings).join(' ') };
  const pages: [string, PageFile][] = [
    ['/', readAsset('home/index.html', values)],
    ...STYLES.map(([name, file]): [string, PageFile] => [`${FOLDER}/${name}`, assetOf(file)]),
    [`${FOLDER}/postern.css`, readAsset('postern.css')],
    ...['home.css', 'home.js', 'forms.js', 'requests.js', 'session.js', 'words.js'].map((name): [string, PageFile] => [
      `${FOLDER}/${name}`,
      readAsset(`home/${name}`),
    ]),
    [`${FOLDER}/parts.js`, readAsset('parts.js')],
    ...authModules(),
  ];
  return new Map<string, HttpResponse>(pages.map(([path, page]) => [path, { status: 200, ...page }]));
}

/** Returns the enabled sign-in methods. */
function signInMethods(settings: HomeSettings): string[] {
  const on = {
    password: settings.external_email_enabled,
    link: settings.external_email_enabled && settings.external_email_magic_link_enabled,
    phone: settings.external_phone_enabled,
    anonymous: settings.external_anonymous_users_enabled,
  };
  return Object.entries(on).flatMap(([way, there]) => (there ? [way] : []));
}

/**
 * Returns the modules of the client library by path. Paths have no file extension, because the modules import each
 * other without one.
 */
function authModules(): [string, PageFile][] {
  const manifest = createRequire(import.meta.url).resolve('@supabase/auth-js/package.json');
  const folder = join(dirname(manifest), 'dist', 'module');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const modules = files.map((name): [string, PageFile] => {
    const path = relative(folder, join(folder, name)).replaceAll('\\', '/').replace(/\.js$/, '');
    return [`${FOLDER}/auth-js/${path}`, assetOf(pathToFileURL(join(folder, name)))];
  });
  return [
    ...modules,
    [`${FOLDER}/tslib`, assetOf(pathToFileURL(createRequire(manifest).resolve('tslib/tslib.es6.mjs')))],
  ];
}
