// States of a panel: loading, empty, off, failed, stale, forbidden. Each panel has its own state, so that a failed
// panel does not affect others.
import { CallError, type LoadState, signed_in_user } from './api.ts';
import { formatRelativeTime } from './format.ts';
import { Icon } from './icons.ts';
import { ErrorCode, PageHead } from './parts.ts';
import { type Children, html, useErrorBoundary, type View } from './view.ts';

export const Skeleton = ({ rows = 4 }: { rows?: number }): View =>
  html`<div class="skeleton" role="status" aria-label="Loading">${Array.from({ length: rows }, () => html`<i></i>`)}</div>`;

export const EmptyState = ({ title, children }: { title: string; children?: Children }): View =>
  html`<div class="empty"><strong>${title}</strong>${children ? html`<p>${children}</p>` : null}</div>`;

/** Shows the message, code and request id of an error. The codes are links if the user is signed in. */
export function ErrorNotice({ error, again }: { error: Error; again: () => void }): View {
  const { code = '', request_id = '' } = error as Partial<CallError>;
  const show = (text: string): View =>
    signed_in_user.value ? html`<${ErrorCode} code=${text} />` : html`<code>${text}</code>`;
  return html`<div class="note bad" role="alert"><${Icon} name="warn" /><div><strong>This could not be loaded.</strong>
    <p>${error.message}${code ? html` ${show(code)}` : null}${request_id ? html` Request ${show(request_id)}` : null}</p></div>
    <button type="button" onClick=${again}>Try again</button></div>`;
}

/** Shows the error and *Try again* if the content throws while it renders. Logs the error. */
export function ErrorBoundary({ title, children }: { title: string; children?: Children }): Children {
  const [error, again] = useErrorBoundary(console.error);
  return error ? html`<${PageHead} title=${title} /><${ErrorNotice} error=${error} again=${again} />` : children;
}

function PanelError({ error, again, off }: { error: Error; again: () => void; off?: string }): View {
  const code = error instanceof CallError ? error.code : '';
  if (error instanceof CallError && error.status === 404 && code.endsWith('_disabled')) {
    return html`<${EmptyState} title="This is switched off">${off ? html`<span>Set <code>${off}</code> to use it.</span>` : error.message}<//>`;
  }
  if (error instanceof CallError && error.status === 403)
    return html`<${EmptyState} title="Your role does not show this"><span>You are signed in as ${signed_in_user.value?.role ?? 'an unknown role'}. An administrator may see it. <${ErrorCode} code=${code} /></span><//>`;
  return html`<${ErrorNotice} error=${error} again=${again} />`;
}

interface PanelProps<T> {
  load: LoadState<T>;
  /** Number of lines of the skeleton. */
  rows?: number;
  /** Name of the setting that enables the feature. */
  off?: string;
  /** Renders the loaded data. */
  children?: (data: T) => Children;
}

export function Panel<T>({ load, rows, off, children }: PanelProps<T>): View {
  const { data, error, at, again } = load;
  if (data === null)
    return error === null
      ? html`<${Skeleton} rows=${rows} />`
      : html`<${PanelError} error=${error} again=${again} off=${off} />`;
  const stale =
    error === null
      ? null
      : html`<div class="stale" role="status"><${Icon} name="warn" /><span>${error.message.replace(/\.?$/, '.')} These data are from ${formatRelativeTime(new Date(at).toISOString())}.</span><button type="button" class="text" onClick=${again}>Try again</button></div>`;
  return html`${stale}${children?.(data)}`;
}
