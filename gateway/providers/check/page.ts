// Checks without a sign-in whether the provider's authorization page accepts client id and redirect URI. A second
// request with an unregistered redirect URI is the control. If both requests get the same response, the check has no
// result.
import { randomBytes, randomUUID } from 'node:crypto';
import { type OAuth2Provider, type ProviderConfig, readMember, textOrEmpty } from '../../../core/providers/provider.ts';
import { authorizationUrl } from '../oauth2.ts';
import { sendProviderRequest } from '../provider_request.ts';
import { type CreateDeadline, describeRegistration, type Finding, providerSettingName } from './finding.ts';

interface AuthorizationPageResponse {
  status: number;
  /** Redirect target without its query; '' if the response is a page. */
  to: string;
  /** URL of a redirect to the redirect URI, which shows that the provider knows client id and URI. Null otherwise. */
  back: URL | null;
  /** Error code or message of a JSON response; '' if there is none. */
  word: string;
}

export async function checkAuthorizationPage(
  provider: OAuth2Provider,
  config: ProviderConfig,
  deadline: CreateDeadline,
): Promise<Finding> {
  const { title } = provider;
  const { redirect_uri } = config;
  const seen = await fetchAuthorizationPage(provider, config, deadline);
  const advice = `compare ${providerSettingName(provider, '_CLIENT_ID')}, and register exactly ${redirect_uri}: ${describeRegistration(provider)}`;
  if (seen.back !== null) return findingForRedirect(provider, seen.back);
  if (seen.status >= 500) {
    return { check: 'redirect', state: 'failed', says: `${title}'s page answers ${seen.status}`, advice: '' };
  }
  if (seen.status >= 400 || /\berror\b/i.test(seen.to)) {
    const says = `${title} shows an error (${seen.word || seen.status}): client or redirect URI is unknown`;
    return { check: 'redirect', state: 'failed', says, advice };
  }
  const stranger = await fetchAuthorizationPage(
    provider,
    { ...config, redirect_uri: `${redirect_uri}/not-registered` },
    deadline,
  );
  if (stranger.status === seen.status && stranger.to === seen.to) {
    return {
      check: 'redirect',
      state: 'unknown',
      says: `${title} checks client and redirect URI only after a sign-in`,
      advice: `it must be registered as ${redirect_uri}: ${describeRegistration(provider)}`,
    };
  }
  return { check: 'redirect', state: 'ok', says: `${title} knows ${redirect_uri}`, advice: '' };
}

/**
 * Interprets an immediate redirect to the redirect URI, which some providers send before a sign-in, with or without an
 * error.
 */
function findingForRedirect(provider: OAuth2Provider, back: URL): Finding {
  const { title } = provider;
  const error = back.searchParams.get('error') ?? new URLSearchParams(back.hash.slice(1)).get('error');
  if (error === null || error === 'login_required' || error === 'interaction_required') {
    return { check: 'redirect', state: 'ok', says: `${title} redirects back to the redirect URI`, advice: '' };
  }
  const word = /^[\w.-]{1,60}$/.test(error) ? error : 'an error';
  // The request may lack a parameter that this check does not know, such as an organization.
  const state = error === 'invalid_request' ? 'warning' : 'failed';
  const says = `${title} knows the redirect URI and redirects back with ${word}`;
  return { check: 'redirect', state, says, advice: `${adviceFor(error)}: ${describeRegistration(provider)}` };
}

const adviceFor = (error: string): string =>
  /scope/.test(error)
    ? 'allow the scopes there'
    : error === 'invalid_request'
      ? 'it may need a parameter that only the application knows'
      : 'check the settings of the application there';

async function fetchAuthorizationPage(
  provider: OAuth2Provider,
  config: ProviderConfig,
  deadline: CreateDeadline,
): Promise<AuthorizationPageResponse> {
  const verifier = randomBytes(32).toString('base64url');
  const url = authorizationUrl(provider, config, { state: randomUUID(), verifier, query: new URLSearchParams() });
  const request = { headers: { Accept: 'text/html, */*' }, signal: deadline(), reach: config.reach };
  const { status, location, parsed } = await sendProviderRequest({
    what: "the provider's page",
    url,
    request,
    beginning: true,
  });
  const to = location !== null && URL.canParse(location, url) ? new URL(location, url) : null;
  const back = to?.href.startsWith(config.redirect_uri) ? to : null;
  const word = textOrEmpty(readMember(parsed, 'error')) || textOrEmpty(readMember(parsed, 'message'));
  return {
    status,
    to: to ? to.origin + to.pathname : '',
    back,
    word: /^[\w .-]{1,60}$/.test(word) ? word : '',
  };
}
