// Describes the result of a mailed link from the URL to which it redirected. Tests run this file without a browser.

/** Title and text for each type of link. */
const DONE = {
  signup: ['Your address is confirmed', 'The link in the mail has signed you in.'],
  invite: [
    'The invitation is accepted',
    'The address is confirmed, and you are signed in. An app would now ask for a password.',
  ],
  magiclink: ['You are signed in', 'The link is valid.'],
  email: ['You are signed in', 'The link is valid.'],
  recovery: ['You are signed in to set a new password', 'An app would now ask for it, as this page does.'],
  email_change: ['Your new address is confirmed', 'Use it to sign in from now on.'],
};

/** Explanations of error codes. Other errors are shown with their own description. */
const FAULTS = {
  otp_expired: 'The link has expired, was used before, or a newer one was sent. Request another one.',
  flow_state_not_found: 'The app that requested this link no longer waits for it. Request another link.',
  user_banned: 'This account is banned.',
  email_exists: 'Another user has this address.',
};

/** Returns the result of a link from the query and fragment of a URL; null if there is none. */
export function tell(search, hash) {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const value = (name) => fragment.get(name) ?? query.get(name);
  const code = value('error_code') ?? value('error');
  if (code !== null) {
    const text = FAULTS[code] ?? `${value('error_description') ?? 'It did not work.'}`;
    return { good: false, title: 'The link did not work', text: `${text} (${code})` };
  }
  if (value('message') !== null) return { good: true, title: 'First of two confirmations', text: value('message') };
  if (fragment.get('access_token') !== null) {
    const [title, text] = DONE[fragment.get('type') ?? ''] ?? ['You are signed in', 'The link is valid.'];
    return { good: true, title, text };
  }
  if (query.get('code') !== null) {
    const text = 'The app that requested it exchanges the code in this URL for a session (PKCE).';
    return { good: true, title: 'The link is valid', text };
  }
  return null;
}
