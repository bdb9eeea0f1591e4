// Shows the page's session: user, token lifetime and claims.
import { copy, make, part } from './parts.js';

let current = null;
let started = false;

export function showSession(auth, session) {
  current = session;
  if (!started) start(auth);
  const { user, access_token } = session;
  const claims = claimsOf(access_token);
  const who = user.email || (user.phone ? `+${user.phone}` : 'anonymous');
  const row = (name, value, attributes = {}) => [make('dt', {}, name), make('dd', attributes, value)];
  part('facts').replaceChildren(
    ...row('User', who, { class: 'who' }),
    ...row('Id', user.id, { class: 'mono' }),
    ...row('Signed in by', (claims.amr ?? []).map(({ method }) => method).join(', ') || 'unknown'),
    ...row('Role', claims.role ?? ''),
    ...row('Token expires', '', { id: 'ends' }),
  );
  part('claims').textContent = JSON.stringify(claims, null, 2);
  part('user').textContent = JSON.stringify(user, null, 2);
  part('whose').value = user.email ?? '';
  tick();
}

function start(auth) {
  started = true;
  setInterval(tick, 1000);
  part('sign-out').addEventListener('click', () => busy(part('sign-out'), auth.signOut({ scope: 'local' })));
  part('refresh').addEventListener('click', () => busy(part('refresh'), auth.refreshSession()));
  part('copy-token').addEventListener('click', () => copy(part('copy-token'), current.access_token));
}

async function busy(button, call) {
  button.disabled = true;
  const { error } = await call;
  button.disabled = false;
  part('fault').hidden = !error;
  part('fault').textContent = error ? error.message : '';
}

function tick() {
  const ends = part('ends');
  if (!ends || !current) return;
  const left = Math.round(current.expires_at - Date.now() / 1000);
  ends.textContent =
    left > 0 ? `in ${Math.floor(left / 60)} min ${String(left % 60).padStart(2, '0')} s; renewed automatically` : 'now';
}

/** Returns a token's unverified claims for display. */
function claimsOf(token) {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
