// Sign-ins that leave the page: to a provider, or by the link of a mail. The browser keeps the verifier of PKCE for a
// quarter of an hour, under the request that it belongs to. A code without its verifier signs nobody in, so nobody can
// send a link that signs the reader in to another person's account. Tokens in the address are never read.
import { call, keep, urlOf } from './api.js';

const PREFIX = 'postern-oauth:';
const KEPT_MS = 15 * 60_000;

/** Names of the parameters that say which request the page is for. */
const ABOUT = ['authorization_id', 'user_code', 'ui_locales'];

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the page's own address, with the request that it is for and nothing else. */
export function ownAddress(more = {}) {
  const url = new URL(location.pathname, location.origin);
  const sent = new URLSearchParams(location.search);
  for (const name of ABOUT) {
    const value = more[name] ?? sent.get(name);
    if (value) url.searchParams.set(name, value);
  }
  return url;
}

/** Key of the verifier. It depends on the request, so two tabs with two requests do not disturb each other. */
function keyOf() {
  const url = ownAddress();
  url.searchParams.delete('ui_locales');
  return `${PREFIX}${url.pathname}${url.search}`;
}

/** Creates a verifier, keeps it, and returns the parameters of its challenge. */
export async function newChallenge() {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  localStorage.setItem(keyOf(), JSON.stringify({ verifier, at: Date.now() }));
  return { code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 's256' };
}

/** Returns true if the page has left for a sign-in of this request. An address alone shows nothing: anybody can write it. */
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

/** Leaves for a provider. */
export async function leaveFor(provider) {
  const challenge = await newChallenge();
  location.assign(urlOf('/authorize', { provider, redirect_to: ownAddress(), ...challenge }));
}

/**
 * Completes a sign-in that has left the page. Returns what to tell the user if it did not work, and null otherwise. What
 * the address says about an error is not shown: anybody can write it.
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
