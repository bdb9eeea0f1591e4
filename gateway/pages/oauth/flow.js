// Sign-ins that leave the page, with a provider, an organization or by a mailed link. The browser stores the PKCE
// verifier for 15 minutes, bound to the authorization request. A code without its verifier signs nobody in, so an
// attacker's link cannot sign the user in to another account. Tokens in the URL are ignored.
import { call, keep, urlOf } from './api.js';

const PREFIX = 'postern-oauth:';
const KEPT_MS = 15 * 60_000;

/** Names of the URL parameters that identify the request. */
const ABOUT = ['authorization_id', 'user_code', 'ui_locales'];

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the page's own URL with only the parameters that identify the request. */
export function ownAddress(more = {}) {
  const url = new URL(location.pathname, location.origin);
  const sent = new URLSearchParams(location.search);
  for (const name of ABOUT) {
    const value = more[name] ?? sent.get(name);
    if (value) url.searchParams.set(name, value);
  }
  return url;
}

/**
 * Returns the storage key of the verifier. It depends on the request, so that two tabs with different requests do not
 * conflict.
 */
function keyOf() {
  const url = ownAddress();
  url.searchParams.delete('ui_locales');
  return `${PREFIX}${url.pathname}${url.search}`;
}

/** Creates and stores a verifier. Returns the parameters of its challenge. */
export async function newChallenge() {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  localStorage.setItem(keyOf(), JSON.stringify({ verifier, at: Date.now() }));
  return { code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 's256' };
}

/**
 * Returns true if the page has started a sign-in for this request. Its URL proves nothing, because anybody can craft
 * a URL.
 */
export const hasLeft = () => localStorage.getItem(keyOf()) !== null;

/** Deletes the verifier of this request. */
export const forgetVerifier = () => localStorage.removeItem(keyOf());

function sweep() {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const { at } = JSON.parse(localStorage.getItem(key));
    if (!(Date.now() - at < KEPT_MS)) localStorage.removeItem(key);
  }
}

/** Redirects to a provider to sign in. */
export async function leaveFor(provider) {
  const challenge = await newChallenge();
  location.assign(urlOf('/authorize', { provider, redirect_to: ownAddress(), ...challenge }));
}

/** Redirects to the identity provider of an organization to sign in. */
export async function leaveForOrganization(domain) {
  const challenge = await newChallenge();
  const body = { domain, redirect_to: ownAddress(), skip_http_redirect: true, ...challenge };
  const { url } = await call('POST', '/sso', { body });
  location.assign(url);
}

/**
 * Completes a sign-in that left the page. Returns the key of an error message, or null. Does not show error texts of
 * the URL, because anybody can craft a URL.
 */
export async function arrive() {
  sweep();
  const sent = new URLSearchParams(location.search);
  const code = sent.get('code');
  const failed = sent.has('error') || /[#&]error=/.test(location.hash);
  const kept = localStorage.getItem(keyOf());
  history.replaceState(null, '', ownAddress());
  if (failed) return 'arrival_failed';
  if (code === null) return null;
  if (kept === null) return 'arrival_elsewhere';
  forgetVerifier();
  const body = { auth_code: code, code_verifier: JSON.parse(kept).verifier };
  try {
    keep(await call('POST', '/token', { query: { grant_type: 'pkce' }, body }));
    return null;
  } catch (error) {
    if (error.code === undefined) throw error;
    return 'arrival_failed';
  }
}
