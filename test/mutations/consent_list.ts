// Mutations of the consent page.
import type { Mutation } from './mutation.ts';

const PAGE = 'test/gateway/pages/oauth.test.ts';
const TARGETS = 'test/flows/oauth/own_pages.test.ts';
const BROWSER = 'test/browser/oauth_consent.test.ts';

const consent = (breaks: string, file: string, from: string, to: string, test: string, fails: string): Mutation => ({
  group: 'consent page',
  breaks,
  file,
  from,
  to,
  test,
  fails,
});

export const CONSENT_MUTATIONS: readonly Mutation[] = [
  consent(
    'a sign-in may come back to any address that begins as the page',
    'gateway/http/redirect.ts',
    '}?`) && !target.includes',
    '}`) && !target.includes',
    TARGETS,
    'a sign-in may come back',
  ),
  consent(
    'a wallet may not sign for the page',
    'gateway/steps/verify_wallet.ts',
    'redirects.isOwn(uri) || ',
    '',
    TARGETS,
    'a wallet may sign for the page',
  ),
  consent(
    "an app's page does not replace it",
    'gateway/pages/oauth.ts',
    "settings.oauth_server_authorization_path === '' ? [CONSENT_PATH] : []",
    '[CONSENT_PATH]',
    TARGETS,
    'with the feature off',
  ),
  consent(
    'the answer may go to another address than the one shown',
    'gateway/pages/oauth/target.js',
    'url.pathname === shown.pathname ? url : null',
    'url.pathname !== "" ? url : null',
    PAGE,
    'sends browsers only to the address',
  ),
  consent(
    'the answer may be a script',
    'gateway/pages/oauth/target.js',
    'NEVER.test(url.protocol) || ',
    '',
    PAGE,
    'sends browsers to https',
  ),
  consent(
    'names turn the text around them',
    'gateway/pages/oauth/parts.js',
    ".replace(TRICKS, '')",
    '',
    PAGE,
    'shows names without characters',
  ),
  consent(
    'a click that was meant for another window approves',
    'gateway/pages/oauth/consent.js',
    'if (performance.now() < settled_at) return;',
    '',
    BROWSER,
    'a click at the moment',
  ),
  consent(
    'the page voids the code by signing out',
    'gateway/pages/oauth/main.js',
    "if (url.searchParams.has('code')) forgetSession(); else endSession();",
    'endSession();',
    BROWSER,
    'fewer scopes',
  ),
];
