// Sign-in with the code of a one-time link or with an account: as a page, or as a dialog over a page whose session has
// ended. The dialog keeps the text that was typed into that page.
import { CallError, loadSession, session } from './api.ts';
import { Field } from './fields.ts';
import { Icon } from './icons.ts';
import { Arch } from './marks.ts';
import { Dialog } from './parts.ts';
import { html, useEffect, useState, type View } from './view.ts';

interface Factor {
  id: string;
  factor_type: string;
}

/** Response to the first factor: the second factors of the account, if one is required. */
interface FirstFactorResponse {
  factors?: readonly Factor[];
}

interface Challenge {
  id: string;
  webauthn?: { credential_options: { publicKey: PublicKeyCredentialRequestOptionsJSON } };
}

interface PasskeyRequest {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** Asks the browser for a passkey or security key. */
async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = await navigator.credentials.get({ publicKey });
  if (!(found instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey.');
  return found.toJSON();
}

async function postJson<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`/console/sign-in${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const content = await response.json();
  if (!response.ok) throw new CallError(response.status, content.error_code ?? '', content.msg ?? '', '');
  return content as T;
}

/**
 * Signs in with the code of a link. Removes the code from the URL first, so that it is not in the history. Returns an
 * error text or ''.
 */
export async function consumeLink(): Promise<string> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return '';
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await postJson('', { code });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The sign-in page, shown before any other page. */
export const SignInPage = ({ problem }: { problem: string }): View =>
  html`<main class="sign-in" id="main" tabindex="-1"><div class="card"><${Arch} /><h1>Postern console</h1><${SignIn} problem=${problem} /></div></main>`;

/** The sign-in dialog over a page whose session has ended. */
export function SignInDialog(): View {
  const ended = session.value?.signed_in === false;
  return html`<${Dialog} open=${ended} label="again" onCancel=${(event: Event) => event.preventDefault()}>
    <h2 id="again">Your session has ended</h2><p class="quiet">Sign in again. The page and what you have typed stay as they are.</p>${ended ? html`<${SignIn} problem="" />` : null}<//>`;
}

function SignIn({ problem }: { problem: string }): View {
  return session.value?.by === 'account' ? html`<${AccountForm} />` : html`<${LinkForm} problem=${problem} />`;
}

function LinkForm({ problem }: { problem: string }): View {
  const [wrong, say] = useState(problem);
  useEffect(() => say(problem), [problem]);
  const look = async (): Promise<void> => {
    await loadSession();
    if (!session.value?.signed_in) say('This browser is not signed in yet.');
  };
  return html`<p class="quiet">Open the link from the terminal in this browser. It works once, for a minute. Press Enter in the terminal for another one.</p>
    ${wrong ? html`<p class="field-error" role="alert">${wrong}</p>` : null}
    <div class="dialog-foot"><button type="button" class="primary" onClick=${look}>I have opened it</button></div>`;
}

function AccountForm(): View {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [challenge, setChallenge] = useState('');
  const [wrong, say] = useState('');
  const [busy, work] = useState(false);

  const attempt = async (step: () => Promise<void>): Promise<void> => {
    work(true);
    say('');
    try {
      await step();
    } catch (error) {
      say(error instanceof Error && error.message !== '' ? error.message : 'The sign-in failed.');
    }
    work(false);
  };
  const submit = (step: () => Promise<void>) => (event: Event) => {
    event.preventDefault();
    return attempt(step);
  };
  /**
   * Starts a challenge for the first of the account's second factors. A security key completes it at once. Other
   * factors need a code.
   */
  const ask = async (list: readonly Factor[]): Promise<void> => {
    const [factor] = list;
    if (factor === undefined) return loadSession();
    const { id, webauthn } = await postJson<Challenge>('/factor/challenge', { factor_id: factor.id });
    if (webauthn === undefined) {
      setChallenge(id);
      setFactors(list);
      return;
    }
    const credential_response = await getCredential(webauthn.credential_options.publicKey);
    const proof = { type: 'request', rpId: location.hostname, rpOrigins: [location.origin], credential_response };
    await postJson('/factor', { factor_id: factor.id, challenge_id: id, webauthn: proof });
    await loadSession();
  };
  const withPassword = async (): Promise<void> => {
    const { factors: list = [] } = await postJson<FirstFactorResponse>('/password', { email, password });
    await ask(list);
  };
  const withCode = async (): Promise<void> => {
    await postJson('/factor', { factor_id: factors?.[0]?.id, challenge_id: challenge, code });
    await loadSession();
  };
  const withPasskey = async (): Promise<void> => {
    const { challenge_id, options } = await postJson<PasskeyRequest>('/passkey/options', {});
    const { factors: list = [] } = await postJson<FirstFactorResponse>('/passkey', {
      challenge_id,
      credential: await getCredential(options),
    });
    await ask(list);
  };

  const error = wrong ? html`<p class="field-error" role="alert">${wrong}</p>` : null;
  if (factors !== null)
    return html`<form onSubmit=${submit(withCode)}><${Field} label=${factors[0]?.factor_type === 'phone' ? 'Code from the message' : 'Code of your authenticator app'} value=${code} onInput=${setCode} autocomplete="one-time-code" required />${error}
      <div class="dialog-foot"><button type="button" onClick=${() => setFactors(null)}>Back</button><button type="submit" class="primary" disabled=${busy}>Sign in</button></div></form>`;
  return html`<p class="quiet">Sign in as an administrator of this service.</p>
    <button type="button" class="primary whole" disabled=${busy} onClick=${() => attempt(withPasskey)}><${Icon} name="keys" />Use a passkey</button>
    <p class="or quiet">or</p>
    <form onSubmit=${submit(withPassword)}><${Field} label="E-mail" type="email" value=${email} onInput=${setEmail} autocomplete="username" required /><${Field} label="Password" type="password" value=${password} onInput=${setPassword} autocomplete="current-password" required />${error}
      <div class="dialog-foot"><button type="submit" disabled=${busy}>Go on with the password</button></div></form>`;
}
