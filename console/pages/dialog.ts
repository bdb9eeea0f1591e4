// The confirmation dialog of all actions. It shows the options, the effects, how to undo them, and the SQL function and
// API call.
import type { Action, Choice } from './actions.ts';
import { CallError, call, callUntilDone, can, type SignedInUser, useLoad } from './api.ts';
import { Icon } from './icons.ts';
import { Code, CopyButton, Dialog, ErrorCode, Input, showToast } from './parts.ts';
import { Panel } from './states.ts';
import { type Children, html, signal, useState, type View } from './view.ts';

interface ProposedAction {
  action: Action;
  /** Called after the action with its response. */
  done: (answer: unknown) => void;
  /** Element that gets the focus when the dialog closes. */
  from: HTMLElement | null;
}

const asked = signal<ProposedAction | null>(null);

/** Opens the dialog. The action runs only when its button is pressed. */
export function openDialog(action: Action, done: (answer: unknown) => void): void {
  asked.value = { action, done, from: document.activeElement as HTMLElement | null };
}

function closeActionDialog(): void {
  const from = asked.value?.from;
  asked.value = null;
  // The next render closes the dialog, so the focus is restored after it.
  setTimeout(() => (from?.isConnected ? from.focus() : document.querySelector('main')?.focus()), 0);
}

const methodOf = ({ operation }: Action): string => operation.split(' ')[0] ?? '';

/** Returns the curl command for the action. */
function buildCurlCommand(action: Action, body: object | undefined): string {
  const text = body === undefined ? '' : JSON.stringify(body).replaceAll("'", "'\\''");
  const content = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d '${text}'`;
  const curl = `curl -X ${methodOf(action)} "$POSTERN_URL${action.path}" \\\n  -H "Authorization: Bearer $TOKEN"${content}`;
  return action.ids ? `for ID in ${action.ids.join(' ')}; do\n${curl}\ndone` : curl;
}

/** Makes a call for each id. Returns a message about the calls that were refused. Throws if all calls were refused. */
async function callEach(action: Action, body: object | undefined): Promise<string> {
  const { ids = [], path } = action;
  const refused: Error[] = [];
  for (const id of ids) {
    try {
      await call(path.replace('$ID', id), { method: methodOf(action), body });
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 0) throw error;
      refused.push(error);
    }
  }
  const [first] = refused;
  if (first && refused.length === ids.length) throw first;
  return first ? `done, except ${refused.length}: ${first.message}` : 'done.';
}

export function ActionDialog(): View {
  const open = asked.value;
  return html`<${Dialog} open=${open !== null} label="dialog-title" onCancel=${(event: Event) => {
    event.preventDefault();
    closeActionDialog();
  }}>${open ? html`<${Proposal} key=${open.action.title} ...${open} />` : null}<//>`;
}

/** Effects by the operation of an action. */
type Effects = Readonly<Record<string, readonly string[]>>;

/** Returns how many actions the support role has left; undefined if they are not counted or not yet loaded. */
const useActionsLeft = ({ path }: Action): number | undefined =>
  useLoad<SignedInUser>(can('support') && !can('administer') && path.startsWith('/admin/') ? '/admin/me' : null).data
    ?.support_actions_left;

function Proposal({ action, done }: ProposedAction): View {
  const [typed, type] = useState('');
  const [chosen, choose] = useState(action.body?.[action.choice?.name ?? '']);
  const [busy, work] = useState(false);
  const [error, fail] = useState<Error | null>(null);
  const effects = useLoad<Effects>(action.effects ? null : '/effects.json');
  const left = useActionsLeft(action);
  const body = action.choice ? { ...action.body, [action.choice.name]: chosen } : action.body;
  const curl = buildCurlCommand(action, body);
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    work(true);
    try {
      let answer: unknown;
      let result = 'done.';
      if (action.ids) result = await callEach(action, body);
      else answer = (await callUntilDone(action.path, { method: methodOf(action), body })).at(-1);
      closeActionDialog();
      showToast(`${action.title}: ${result}`, action.fn);
      done(answer);
    } catch (fault) {
      fail(fault as Error);
      work(false);
    }
  };
  return html`<form onSubmit=${run}>
    <h2 id="dialog-title"><bdi>${action.title}</bdi></h2>
    ${action.choice ? html`<${Choices} choice=${action.choice} chosen=${chosen} onChange=${choose} />` : null}
    <h3>What will happen</h3>
    ${action.effects ? html`<${EffectList} texts=${action.effects} />` : html`<${Panel} load=${effects} rows=${2}>${(all: Effects) => html`<${EffectList} texts=${all[action.operation]} />`}<//>`}
    <p class="quiet"><b>To undo:</b> ${action.undo}</p>
    ${left === undefined ? null : html`<p class=${left < (action.ids?.length ?? 1) ? 'field-error' : 'quiet'}>Your role has ${left} of 60 actions left in this hour.</p>`}
    <div class="call"><div class="source-bar"><span class="quiet">${action.ids ? `${action.ids.length} calls of` : 'One call of'}</span><code>${action.fn}</code><span class="grow"></span><${CopyButton} text=${curl} label="Copy curl" /></div><${Code} text=${curl} plain label="The same call with curl" /></div>
    ${action.type ? html`<div class="field"><label for="typed">Type <code>${action.type}</code> to go on</label><${Input} id="typed" value=${typed} onInput=${type} /></div>` : null}
    ${error ? html`<div class="note bad" role="alert"><${Icon} name="warn" /><p>${error.message}${error instanceof CallError && error.code ? html` <${ErrorCode} code=${error.code} onFollow=${closeActionDialog} />` : null}</p></div>` : null}
    <div class="dialog-foot"><button type="button" onClick=${closeActionDialog}>Cancel</button><button type="submit" class=${action.danger ? 'danger' : 'primary'} disabled=${busy || left === 0 || (action.type !== undefined && typed !== action.type)}>${action.verb}</button></div>
  </form>`;
}

const EffectList = ({ texts = [] }: { texts?: readonly string[] }): View =>
  html`<ul class="effects">${texts.map((text) => html`<li><${Icon} name="check" /><span>${text}</span></li>`)}</ul>`;

const Choices = ({
  choice,
  chosen,
  onChange,
}: {
  choice: Choice;
  chosen: unknown;
  onChange: (value: unknown) => void;
}): View =>
  html`<fieldset class="choices"><legend class="spoken">${choice.label}</legend>${choice.options.map(
    ([value, text]): Children =>
      html`<label><input type="radio" name="choice" checked=${chosen === value} onChange=${() => onChange(value)} /><span>${text}</span></label>`,
  )}</fieldset>`;
