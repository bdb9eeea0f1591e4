// The forms of the page. Each button makes one call of the client. Errors are shown with the server's message.
import { announce, make, part, tabs } from './parts.js';

const FORMS = ['form-password', 'form-link', 'form-phone', 'form-anonymous', 'code-form', 'new-password'];

/** Recipient of the last message, and the type of its code. */
let asked = null;

/** Returns the call of each button. In its result, `awaits` is true if a message was sent. */
function actions(auth) {
  const redirect = { emailRedirectTo: `${location.origin}/` };
  return {
    'sign-up': ({ email, password }) =>
      sent({ email, type: 'email' }, auth.signUp({ email, password, options: redirect })),
    'sign-in': ({ email, password }) => auth.signInWithPassword({ email, password }),
    recover: ({ email }) =>
      sent({ email, type: 'recovery' }, auth.resetPasswordForEmail(email, { redirectTo: redirect.emailRedirectTo })),
    'send-link': ({ email }) => sent({ email, type: 'email' }, auth.signInWithOtp({ email, options: redirect })),
    'send-sms': (values) => {
      const phone = plainNumber(values.phone);
      return sent({ phone, type: 'sms' }, auth.signInWithOtp({ phone }));
    },
    anonymous: () => auth.signInAnonymously(),
    verify: ({ code }) => auth.verifyOtp({ ...asked, token: code.replace(/\s/g, '') }),
    'set-password': ({ password }) => auth.updateUser({ password }),
  };
}

/** Removes blanks, parentheses and hyphens from a phone number. */
const plainNumber = (text) => text.replace(/[\s()-]/g, '');

async function sent(whom, call) {
  const { data, error } = await call;
  if (error === null && !data?.session) asked = whom;
  return { data, error, awaits: error === null && !data?.session };
}

/**
 * Starts the forms. `inbox` is the URL of the inbox, '' if messages are sent. `ways` are the enabled sign-in methods.
 */
export function startForms(auth, { inbox, ways }) {
  const all = actions(auth);
  for (const id of FORMS) {
    part(id).addEventListener('submit', (event) => {
      event.preventDefault();
      void submit(event.target, event.submitter, all[event.submitter.value], inbox);
    });
  }
  for (const tab of part('ways').querySelectorAll('[role=tab]')) tab.hidden = !ways.includes(tab.dataset.tab);
  tabs(part('ways'), (name) => {
    for (const panel of part('signed-out').querySelectorAll('[role=tabpanel]'))
      panel.hidden = panel.id !== `panel-${name}`;
    part('code-form').hidden = true;
    showFault('');
  })(ways[0]);
}

async function submit(form, button, act, inbox) {
  const values = Object.fromEntries(new FormData(form));
  if (button.formNoValidate && !form.elements.email.reportValidity()) return;
  showFault('');
  const busy = [...form.querySelectorAll('button')];
  for (const one of busy) one.disabled = true;
  form.setAttribute('aria-busy', 'true');
  try {
    const { error, awaits } = await act(values);
    if (error) showFault(error.message, error.code);
    else {
      if (form.id !== 'form-password' || !awaits) form.reset();
      if (awaits) showSent(inbox);
      if (form.id === 'code-form') form.hidden = true;
      if (form.id === 'new-password') {
        form.hidden = true;
        announce('The password is set');
      }
    }
  } finally {
    for (const one of busy) one.disabled = false;
    form.removeAttribute('aria-busy');
  }
}

function showSent(inbox) {
  const whom = asked.email ?? asked.phone;
  const what = asked.email ? 'A mail' : 'An SMS';
  const does = asked.email ? ' Open its link, or enter its code here.' : ' Enter its code here.';
  // Open the inbox in a separate tab, so that this page stays open.
  const place = inbox
    ? make(
        'a',
        {
          href: `${inbox}/?${new URLSearchParams({ search: whom.replace(/^\+/, '') })}`,
          target: 'postern-inbox',
        },
        'the inbox',
      )
    : null;
  part('sent').replaceChildren(
    ...(place
      ? [`${what} for `, make('strong', {}, whom), ' is in ', place, `.${does}`]
      : [`${what} was sent to `, make('strong', {}, whom), `.${does}`]),
  );
  part('code-form').hidden = false;
  part('code').value = '';
  part('code').focus();
  announce(part('sent').textContent);
}

function showFault(message, code) {
  part('fault').hidden = message === '';
  part('fault').textContent = message === '' ? '' : code ? `${message} (${code})` : message;
}
