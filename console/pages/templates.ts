// Page of mail templates: a list that shows whether each is built in, stored or from a setting, and an editor beside a
// preview.

import { call, can, type LoadState, signed_in_user, useLoad } from './api.ts';
import { openDialog } from './dialog.ts';
import { capitalize, formatRelativeTime, withSpaces } from './format.ts';
import { Icon } from './icons.ts';
import { Link, navigate } from './navigation.ts';
import { Badge, ButtonGroup, Card, Code, Field, Input, Name, Note, PageHead, showToast, type Tone } from './parts.ts';
import { removeTemplateAction, saveTemplateAction, sendTestMailAction } from './service_actions.ts';
import { EmptyState, Panel, Skeleton } from './states.ts';
import { type Column, Table } from './table.ts';
import { type Children, html, useEffect, useRef, useState, type View } from './view.ts';

export interface Parts {
  subject: string;
  html: string;
  text: string;
}

interface StoredTemplate extends Parts {
  kind: string;
  locale: string;
  updated_at: string;
  problems: readonly string[];
}

interface Kind {
  kind: string;
  source: 'table' | 'setting' | 'built-in';
  subject: string;
}

interface TemplateList {
  templates: readonly StoredTemplate[];
  kinds: readonly Kind[];
}

interface Problem {
  part: keyof Parts;
  line: number | null;
  column: number | null;
  what: string;
  warning: boolean;
}

interface Preview {
  from: string;
  locale: string;
  source: Parts | null;
  names: readonly string[];
  problems: readonly Problem[];
  mail: Parts | null;
}

const titleOf = (kind: string): string =>
  capitalize(
    withSpaces(
      kind
        .replace(/_notification$/, '')
        .replace(/^mfa_factor/, 'second_factor')
        .replace(/^oauth/, 'OAuth'),
    ),
  );
const pathOf = (kind: string, locale: string): string => `/templates/${kind}/${locale || 'default'}`;

const SOURCES: Readonly<Record<Kind['source'], readonly [text: string, tone: Tone]>> = {
  'built-in': ['built-in', ''],
  table: ['own', 'info'],
  setting: ['from a setting', 'warn'],
};

export function Templates(): View {
  const load: LoadState<TemplateList> = useLoad<TemplateList>('/admin/templates');
  return html`<${PageHead} title="Templates" note="The words of every mail. A mail uses the template that a setting names, else the one in the reader's language, else the built-in one." />
    <${Panel} load=${load} rows=${12}>${({ templates, kinds }: TemplateList): Children => {
      const columns: readonly Column<Kind>[] = [
        { title: 'Mail', cell: ({ kind }) => html`<${Link} to=${pathOf(kind, '')}>${titleOf(kind)}<//>` },
        {
          title: 'Template',
          cell: ({ kind, source }) => {
            const [text, tone] = SOURCES[source];
            const broken = templates.some((one) => one.kind === kind && one.problems.length > 0);
            const own = templates.filter((one) => one.kind === kind && one.locale !== '');
            return html`<span class="badges"><${Badge} tone=${tone}>${text}<//>${own.map(({ locale }) => html`<${Link} class="badge info" to=${pathOf(kind, locale)}>${locale}<//>`)}${broken ? html`<${Badge} tone="bad">has an error<//>` : null}</span>`;
          },
        },
        {
          title: 'Subject',
          wide: true,
          cell: ({ kind, subject }) => {
            const own = templates.find((one) => one.kind === kind && one.locale === '');
            return html`<span class="clamp"><${Name} text=${own?.subject || subject} /></span>`;
          },
        },
      ];
      const about = (title: string, note: string, rows: readonly Kind[]): View =>
        html`<section class="card flush spaced" aria-label=${title}><div class="card-head inset"><div><h2>${title}</h2><p class="quiet">${note}</p></div></div><${Table} class="list fixed" label=${title} columns=${columns} rows=${rows} keyOf=${(row: Kind) => row.kind} /></section>`;
      const notifies = ({ kind }: Kind): boolean => kind.endsWith('_notification');
      return html`${about(
        'Mails with a link or a code',
        'Sent because somebody asked for them.',
        kinds.filter((kind) => !notifies(kind)),
      )}${about('Notifications', 'Sent about a change, if their setting is on.', kinds.filter(notifies))}`;
    }}<//>`;
}

export function TemplatePage({ kind, locale }: { kind: string; locale: string }): View {
  const load: LoadState<TemplateList> = useLoad<TemplateList>('/admin/templates');
  return html`<nav class="crumbs" aria-label="Breadcrumb"><${Link} to="/templates">Templates<//><span aria-hidden="true">/</span><span>${titleOf(kind)}</span></nav>
    <${Panel} load=${load} rows=${10}>${(found: TemplateList): Children =>
      found.kinds.some((one) => one.kind === kind)
        ? html`<${Editor} key=${`${kind} ${locale}`} kind=${kind} locale=${locale} found=${found} again=${load.again} />`
        : html`<div class="card"><${EmptyState} title="There is no such mail">Go to <${Link} to="/templates">all mails<//>.<//></div>`}<//>`;
}

interface EditorProps {
  kind: string;
  locale: string;
  found: TemplateList;
  again: () => void;
}

const PREVIEWS = [
  ['wide', 'Desktop'],
  ['phone', 'Phone'],
  ['text', 'Text'],
] as const;
/** Delay in milliseconds between the last key and a preview. */
const PAUSE_MS = 350;

function Editor({ kind, locale, found, again }: EditorProps): View {
  const stored = found.templates.find((one) => one.kind === kind && one.locale === locale);
  const source = found.kinds.find((one) => one.kind === kind);
  const may = can('administer');
  /**
   * Parts in the editor. Null before the first edit if no template is stored or the user may not edit templates. The
   * preview then shows the effective template.
   */
  const [draft, edit] = useState<Parts | null>(
    stored && may ? { subject: stored.subject, html: stored.html, text: stored.text } : null,
  );
  const [sample, setSample] = useState('');
  const [preview, set] = useState<Preview | null>(null);
  const [error, fail] = useState<Error | null>(null);
  const data = parseSample(sample);
  const sent = draft === null ? { kind, locale } : { kind, locale, ...draft };
  useEffect(() => {
    if (data === undefined) return;
    let gone = false;
    const body = { ...sent, data };
    const timer = setTimeout(
      async () => {
        try {
          const answer = await call<Preview>('/admin/templates/preview', { method: 'POST', body });
          if (gone) return;
          set(answer);
          fail(null);
        } catch (fault) {
          if (!gone) fail(fault as Error);
        }
      },
      preview === null ? 0 : PAUSE_MS,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [JSON.stringify(sent), sample, stored?.updated_at]);
  const parts = draft ?? (preview?.source ? { ...preview.source } : null);
  const change = (more: Partial<Parts>): void => {
    if (parts !== null) edit({ ...parts, ...more });
  };
  const changed =
    draft !== null &&
    (stored === undefined || (['subject', 'html', 'text'] as const).some((part) => draft[part] !== stored[part]));
  useUnsavedWarning(changed);
  const errors = (preview?.problems ?? []).filter(({ warning }) => !warning);
  const saved = (): void => {
    again();
    navigate(pathOf(kind, locale));
  };
  const removed = (): void => {
    edit(null);
    again();
  };
  const about = locale === '' ? 'languages without a template of their own' : `the language ${locale}`;
  return html`<header class="head row"><div><h1>${titleOf(kind)} mail</h1><p class="quiet">For ${about}. ${describeSource(preview, stored)} ${changed ? html`<${Badge} tone="warn">not saved<//>` : null}</p></div>
    ${
      may
        ? html`<div class="actions">
            ${stored ? html`<button type="button" class="quiet-danger" onClick=${() => openDialog(removeTemplateAction(kind, locale), removed)}>Remove…</button>` : null}
            <button type="button" class="primary" disabled=${!changed || errors.length > 0} onClick=${() => draft && openDialog(saveTemplateAction(kind, locale, draft), saved)}>Save…</button></div>`
        : null
    }</header>
    <${Languages} kind=${kind} locale=${locale} found=${found} />
    ${source?.source === 'setting' ? html`<${Note} tone="warn" icon="warn" title=${html`<code>SVC_MAILER_TEMPLATES_${kind.toUpperCase()}</code> names another template`}>Mails use that one. What you save here has no effect until the setting is empty.<//>` : null}
    <div class="grid editor">
      <section class="card half" aria-label="Template">${
        parts === null
          ? html`<${PreviewState} error=${error} preview=${preview} />`
          : may
            ? html`<${Field} label="Subject" value=${parts.subject} hint=${html`Empty: the subject of the settings, <q>${source?.subject ?? ''}</q>.`} onInput=${(subject: string) => change({ subject })} />
              <div class="code-field"><${Field} label="HTML" value=${parts.html} rows=${22} onInput=${(text: string) => change({ html: text })} /></div>
              <${TemplateProblems} problems=${preview?.problems ?? []} />
              <div class="code-field"><${Field} label="Text" value=${parts.text} rows=${7} hint="Empty: derived from the HTML." onInput=${(text: string) => change({ text })} /></div>
              <details class="about"><summary>What this mail can print</summary><p class="names">${(preview?.names ?? []).map((name) => html`<code>${`{{ .${name} }}`}</code> `)}</p>
                <div class="code-field"><${Field} label="user_metadata of the sample user, as JSON" value=${sample} rows=${3} error=${data === undefined ? 'This is no JSON object.' : ''} hint=${html`Printed by <code>${'{{ .Data.name }}'}</code>.`} onInput=${setSample} /></div></details>`
            : html`<h2>HTML</h2><${Code} text=${parts.html} plain label="HTML of the template" /><${TemplateProblems} problems=${preview?.problems ?? []} />`
      }</section>
      <${PreviewCard} preview=${preview} error=${error}>${may ? html`<${TestButton} kind=${kind} body=${{ ...sent, ...(data === undefined ? {} : { data }) }} off=${errors.length > 0} />` : null}<//>
    </div>`;
}

/** Returns a sentence about the effective template. */
function describeSource(preview: Preview | null, stored: StoredTemplate | undefined): string {
  if (stored) return `Set ${formatRelativeTime(stored.updated_at)}.`;
  if (preview === null || preview.from === 'draft') return 'It has no template of its own yet.';
  if (preview.from === 'table')
    return `Mails use the template ${preview.locale === '' ? 'for other languages' : `of ${preview.locale}`}.`;
  return preview.from === 'built-in' ? 'Mails use the built-in template.' : `Mails use ${preview.from}.`;
}

/** Asks for confirmation before the browser closes or reloads a page with an unsaved draft. */
function useUnsavedWarning(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);
}

/** Parses the sample data. Returns null if the text is empty, and undefined if it is not a JSON object. */
function parseSample(text: string): Readonly<Record<string, unknown>> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

interface TestMailResult {
  to: string;
  outcome: 'sent' | 'failed' | 'unknown';
  error: string | null;
}

/** Button that sends a test mail to the caller's address. A session of a one-time link has no address. */
function TestButton({
  kind,
  body,
  off,
}: {
  kind: string;
  body: Readonly<Record<string, unknown>>;
  off: boolean;
}): View {
  const address = signed_in_user.value?.email;
  const told = ({ to, outcome, error }: TestMailResult): void =>
    showToast(
      outcome === 'sent'
        ? `The mail server has accepted the mail to ${to}.`
        : outcome === 'failed'
          ? `The mail was not sent: ${error}.`
          : `It is unknown whether the mail was sent: ${error}.`,
    );
  return address
    ? html`<button type="button" disabled=${off} onClick=${() => openDialog(sendTestMailAction(kind, address, body), (answer) => told(answer as TestMailResult))}><${Icon} name="send" />Send a test…</button>`
    : html`<p class="quiet small">Test mails go to the address of an account. To send one from here: <code>npx postern template send-test ${kind} --to you@example.com</code></p>`;
}

function Languages({ kind, locale, found }: { kind: string; locale: string; found: TemplateList }): View {
  const [adding, add] = useState(false);
  const [language, type] = useState('');
  const known = new Set(['', locale, ...found.templates.filter((one) => one.kind === kind).map((one) => one.locale)]);
  const valid = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,3}$/i.test(language);
  const chosen = (value: string): void => navigate(pathOf(kind, value));
  const options = [...known].sort().map((one) => [one, one || 'Other languages'] as const);
  return html`<div class="list-head"><${ButtonGroup} label="Language" value=${locale} options=${options} onChange=${chosen} />${
    !can('administer')
      ? null
      : adding
        ? html`<form class="add-language" onSubmit=${(event: Event) => {
            event.preventDefault();
            if (valid) chosen(language.toLowerCase());
          }}><${Input} class="filter" aria-label="Language, such as de or de-AT" placeholder="de or de-AT" value=${language} onInput=${(value: string) => type(value.trim())} /><button type="submit" disabled=${!valid}>Add</button></form>`
        : html`<button type="button" class="text" onClick=${() => add(true)}>Add a language</button>`
  }</div>`;
}

function TemplateProblems({ problems }: { problems: readonly Problem[] }): View {
  return html`<div role="status"><ul class="problems" aria-label="Problems">${problems.map(
    ({ part, line, column, what, warning }) =>
      html`<li class=${warning ? 'warn' : 'bad'}><${Icon} name="warn" /><span><b>${part === 'html' ? 'HTML' : capitalize(part)}${line === null ? '' : `, line ${line}, column ${column}`}:</b> ${what}</span></li>`,
  )}</ul></div>`;
}

function PreviewState({ error, preview }: { error: Error | null; preview: Preview | null }): View {
  if (preview !== null)
    return html`<${Note} tone="bad" icon="warn" title="The template cannot be read"><${TemplateProblems} problems=${preview.problems} /><//>`;
  return error === null ? html`<${Skeleton} />` : html`<${Fault} error=${error} />`;
}

const Fault = ({ error }: { error: Error }): View =>
  html`<${Note} tone="bad" icon="warn" title="There is no preview">${error.message}<//>`;

interface PreviewProps {
  preview: Preview | null;
  error: Error | null;
  children?: Children;
}

function PreviewCard({ preview, error, children }: PreviewProps): View {
  const [view, show] = useState<string>('wide');
  const [last, keep] = useState<Parts | null>(null);
  const mail = preview?.mail ?? null;
  useEffect(() => {
    if (mail !== null) keep(mail);
  }, [mail]);
  // While the draft has an error, the preview shows the last valid mail.
  const seen = mail ?? last;
  const aside = html`<${ButtonGroup} label="Preview" value=${view} options=${PREVIEWS} onChange=${show} />`;
  const stale = preview !== null && mail === null && last !== null;
  return html`<${Card} title="Preview" note=${stale ? 'The last mail without an error.' : 'With sample values. Its link and code do not work.'} class="half preview" aside=${aside}>
    ${error ? html`<${Fault} error=${error} />` : null}
    ${
      seen === null
        ? preview === null
          ? error === null && html`<${Skeleton} rows=${3} />`
          : html`<p class="quiet">The template has an error, so there is no mail to show.</p>`
        : html`<div class="mail-head"><span class="quiet">Subject</span><strong><${Name} text=${seen.subject} /></strong></div>
          ${
            view === 'text'
              ? html`<pre class="mail-text" tabindex="0" role="region" aria-label="Text of the mail">${seen.text}</pre>`
              : html`<${MailFrame} mail=${{ html: seen.html, title: 'Preview of the mail' }} narrow=${view === 'phone'} />`
          }`
    }<div class="card-foot">${children}</div><//>`;
}

/** Message to the script mail_document.ts. */
export interface FramedMail {
  html: string;
  title: string;
}

/**
 * Shows a mail in a frame with a document of its own, because the page's content security policy allows no inline
 * styles.
 */
function MailFrame({ mail, narrow }: { mail: FramedMail; narrow: boolean }): View {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, set] = useState(false);
  useEffect(() => {
    if (ready) frame.current?.contentWindow?.postMessage(mail, location.origin);
  }, [ready, mail.html, mail.title]);
  return html`<iframe ref=${frame} class=${`mail-frame ${narrow ? 'phone' : ''}`} src="/mail_frame.html" title=${mail.title} onLoad=${() => set(true)}></iframe>`;
}
