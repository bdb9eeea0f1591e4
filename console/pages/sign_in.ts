// Sign-in with the code of a one-time link or with an account: as a page, or as a dialog over a page whose session has
// ended. The dialog keeps the text that was typed into that page.
import { call, loadSession, session, signOut } from './api.ts';
import { FACTOR_NAMES } from './format.ts';
import { Icon, type IconName, Logo } from './icons.ts';
import { Dialog, Field, Name } from './parts.ts';
import { ErrorNotice, Skeleton } from './states.ts';
import { type Children, html, useEffect, useLayoutEffect, useRef, useState, type View } from './view.ts';

interface Factor {
  id: string;
  factor_type: 'webauthn' | 'totp' | 'phone' | 'recovery_code';
  name: string;
  number_ending?: string;
  remaining?: number;
}

interface Challenge {
  id: string;
  webauthn?: { credential_options: { publicKey: PublicKeyCredentialRequestOptionsJSON } };
}

/** Response to the first factor: the second factors of the account, if one is required. */
interface FirstFactorResponse {
  factors?: readonly Factor[];
}

interface PasskeyRequest {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** Asks the browser for a passkey or security key. */
async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const found = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(found instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey or security key.');
  return found.toJSON();
}

/** Calls a path below /console/sign-in. */
const postJson = <T>(path: string, body: object): Promise<T> =>
  call<T>(`/console/sign-in${path}`, { method: 'POST', body });

interface Attempt {
  /** Error text of the last attempt; '' if there is none. */
  wrong: string;
  busy: boolean;
  attempt: (step: () => Promise<void>) => Promise<void>;
  /** Returns the handler of a form's submit event. */
  submit: (step: () => Promise<void>) => (event: Event) => Promise<void>;
}

/** Runs steps of the sign-in and keeps the error text of the last one. */
function useAttempt(): Attempt {
  const [wrong, say] = useState('');
  const [busy, work] = useState(false);
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    if (busy) return;
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
  return { wrong, busy, attempt, submit };
}

const Wrong = ({ text }: { text: string }): View | null =>
  text ? html`<p class="field-error" role="alert">${text}</p>` : null;

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

interface SignInPageProps {
  problem: string;
  /** Error of the first calls; null if they succeeded. */
  failed: Error | null;
  again: () => void;
}

/** The page before any other: a skeleton during the first calls, then their error or the sign-in. */
export const SignInPage = ({ problem, failed, again }: SignInPageProps): View =>
  html`<main class="sign-in" id="main" tabindex="-1" aria-busy=${!failed && !session.value}><div class="card"><${Logo} /><h1>Postern console</h1>${failed ? html`<${ErrorNotice} error=${failed} again=${again} /><div class="dialog-foot"><button type="button" onClick=${signOut}>Sign out</button></div>` : session.value ? html`<${SignIn} problem=${problem} />` : html`<${Skeleton} />`}</div></main>`;

/** The sign-in dialog over a page whose session has ended. It opens again if the browser closes it. */
export function SignInDialog(): View {
  const ended = session.value?.signed_in === false;
  return html`<${Dialog} open=${ended} label="again" onCancel=${(event: Event) => event.preventDefault()} onClose=${({ currentTarget }: { currentTarget: HTMLDialogElement }) => ended && currentTarget.showModal()}>
    <h2 id="again">Your session has ended</h2><p class="quiet">Sign in again. The page and what you have typed stay as they are.</p>${ended ? html`<${SignIn} problem="" />` : null}<//>`;
}

function SignIn({ problem }: { problem: string }): View {
  return session.value?.by === 'account' ? html`<${AccountForm} />` : html`<${LinkForm} problem=${problem} />`;
}

function LinkForm({ problem }: { problem: string }): View {
  const { wrong, attempt } = useAttempt();
  const look = async (): Promise<void> => {
    await loadSession();
    if (!session.value?.signed_in) throw new Error('This browser is not signed in yet.');
  };
  return html`<p class="quiet">Open the link from the terminal in this browser. It works once, for a minute. Press Enter in the terminal for another one.</p>
    <${Wrong} text=${wrong || problem} />
    <div class="dialog-foot"><button type="button" class="primary" onClick=${() => attempt(look)}>I have opened it</button></div>`;
}

function AccountForm(): View {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const { wrong, busy, attempt, submit } = useAttempt();

  const goOn = async ({ factors: list = [] }: FirstFactorResponse): Promise<void> => {
    if (list.length === 0) return loadSession();
    setFactors(list);
  };
  const withPassword = async (): Promise<void> =>
    goOn(await postJson<FirstFactorResponse>('/password', { email, password }));
  const withPasskey = async (): Promise<void> => {
    const { challenge_id, options } = await postJson<PasskeyRequest>('/passkey/options', {});
    const credential = await getCredential(options);
    await goOn(await postJson<FirstFactorResponse>('/passkey', { challenge_id, credential }));
  };

  if (factors !== null) return html`<${SecondFactor} factors=${factors} onBack=${() => setFactors(null)} />`;
  return html`<p class="quiet">Sign in as an administrator of this service.</p>
    <button type="button" class="primary whole" disabled=${busy} onClick=${() => attempt(withPasskey)}><${Icon} name="keys" />Use a passkey</button>
    <p class="or quiet">or</p>
    <form onSubmit=${submit(withPassword)}><${Field} label="E-mail" type="email" value=${email} onInput=${setEmail} autocomplete="username" required /><${Field} label="Password" type="password" value=${password} onInput=${setPassword} autocomplete="current-password" required /><${Wrong} text=${wrong} />
      <div class="dialog-foot"><button type="submit" disabled=${busy}>Go on with the password</button></div></form>`;
}

/** Icon, and label of the field for the code. */
const KINDS: Readonly<Record<Factor['factor_type'], readonly [icon: IconName, field: string]>> = {
  webauthn: ['keys', ''],
  totp: ['lock', 'Code of your authenticator app'],
  phone: ['phone', 'Code from the message'],
  recovery_code: ['audit', 'One of your recovery codes'],
};

/** Returns the text that distinguishes a factor from others of its type. */
function describeFactor({ name, number_ending, remaining }: Factor): Children {
  if (remaining !== undefined) return `${remaining} left`;
  const ending = number_ending ? `number ending in ${number_ending}` : '';
  return html`<${Name} text=${[name, ending].filter(Boolean).join(', ')} />`;
}

interface SecondFactorProps {
  /** The usable factors, at least one, in the order of the list. */
  factors: readonly Factor[];
  /** Returns to the first step. */
  onBack: () => void;
}

/**
 * Lists the factors and verifies the chosen one. If there is only one, its verification begins at once. The list then
 * allows another attempt.
 */
function SecondFactor({ factors, onBack }: SecondFactorProps): View {
  const [chosen, choose] = useState<Factor | null>(null);
  const [challenge, setChallenge] = useState('');
  const [code, setCode] = useState('');
  const { wrong, busy, attempt, submit } = useAttempt();
  const box = useRef<HTMLDivElement>(null);

  const begin = async (factor: Factor): Promise<void> => {
    setCode('');
    if (factor.factor_type === 'recovery_code') return choose(factor);
    const { id, webauthn } = await postJson<Challenge>('/factor/challenge', { factor_id: factor.id });
    if (webauthn === undefined) {
      setChallenge(id);
      return choose(factor);
    }
    const credential_response = await getCredential(webauthn.credential_options.publicKey);
    const proof = { type: 'request', rpId: location.hostname, rpOrigins: [location.origin], credential_response };
    await postJson('/factor', { factor_id: factor.id, challenge_id: id, webauthn: proof });
    await loadSession();
  };
  const complete = async (): Promise<void> => {
    if (chosen?.factor_type === 'recovery_code') await postJson('/recovery-code', { code: code.trim() });
    else await postJson('/factor', { factor_id: chosen?.id, challenge_id: challenge, code });
    await loadSession();
  };
  useEffect(() => {
    const [only, second] = factors;
    if (only && second === undefined) attempt(() => begin(only));
  }, []);
  // A layout effect moves the focus before the browser handles the next key.
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>('input, li button')?.focus(), [chosen]);

  const several = factors.length > 1;
  if (chosen !== null)
    return html`<div ref=${box}><form onSubmit=${submit(complete)}><${Field} label=${KINDS[chosen.factor_type][1]} value=${code} onInput=${setCode} autocomplete="one-time-code" required /><${Wrong} text=${wrong} />
      <div class="dialog-foot"><button type="button" onClick=${several ? () => choose(null) : onBack}>${several ? 'Use another factor' : 'Back'}</button><button type="submit" class="primary" disabled=${busy}>Sign in</button></div></form></div>`;
  return html`<div ref=${box}><p class="quiet">${several ? 'Choose a second factor.' : 'Use your second factor.'}</p>
    <ul class="factors" aria-label="Your second factors">${factors.map(
      (factor) =>
        html`<li key=${factor.id}><button type="button" onClick=${() => attempt(() => begin(factor))}><${Icon} name=${KINDS[factor.factor_type][0]} /><span><b>${FACTOR_NAMES[factor.factor_type]}</b><span class="quiet">${describeFactor(factor)}</span></span><${Icon} name="right" /></button></li>`,
    )}</ul><${Wrong} text=${wrong} />
    <div class="dialog-foot"><button type="button" onClick=${onBack}>Back</button></div></div>`;
}
