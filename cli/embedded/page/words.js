// What the address says after a link of a mail was opened, in words: served to browsers, and tested without one.

/** What each kind of link has done. */
const DONE = {
  signup: ['Your address is confirmed', 'You can sign in now.'],
  invite: ['The invitation is accepted', 'The address is confirmed. Your app would ask for a password now.'],
  magiclink: ['You are signed in', 'The link was right.'],
  email: ['You are signed in', 'The link was right.'],
  recovery: ['You are signed in to set a new password', 'Your app would ask for it now, and send it with PUT /user.'],
  email_change: ['Your new address is confirmed', 'Sign in with it from now on.'],
};

/** What each error means for whoever opened the link; the others say it themselves. */
const FAULTS = {
  otp_expired: 'The link has expired, was used before, or a newer one was sent. Ask for another.',
  flow_state_not_found: 'The app that asked for this link no longer waits for it. Ask for another link.',
  user_banned: 'This account is banned.',
  email_exists: 'Somebody else has this address.',
};

const TOKENS = 'This page was given the session that your app would get in its place; it keeps none of it.';

/** The result of a link that `search` and `hash` of an address tell; null where they tell nothing. */
export function tell(search, hash) {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const value = (name) => fragment.get(name) ?? query.get(name);
  const code = value('error_code') ?? value('error');
  if (code !== null) {
    const text = FAULTS[code] ?? `${value('error_description') ?? 'It did not work.'}`;
    return { good: false, title: 'The link did not work', text: `${text} (${code})`, who: null };
  }
  if (value('message') !== null) return { good: true, title: 'One of two', text: value('message'), who: null };
  const token = fragment.get('access_token');
  if (token !== null) {
    const [title, text] = DONE[fragment.get('type') ?? ''] ?? ['You are signed in', 'The link was right.'];
    return { good: true, title, text: `${text} ${TOKENS}`, who: bearer(token) };
  }
  if (query.get('code') !== null) {
    const text = 'The app that asked for it would trade the code in this address for a session (PKCE).';
    return { good: true, title: 'The link was right', text, who: null };
  }
  return null;
}

/** The address in a token, to greet with; it is not checked, and nothing depends on it. */
function bearer(token) {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const { email, phone } = JSON.parse(new TextDecoder().decode(bytes));
    return email || phone || null;
  } catch {
    return null; // not one of our tokens
  }
}
