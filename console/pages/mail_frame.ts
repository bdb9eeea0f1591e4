// Shows a mail in a frame with a document of its own, because the page's content security policy allows no inline
// styles.
import { html, useEffect, useRef, useState, type View } from './view.ts';

/** Message to the script mail_document.ts. */
export interface FramedMail {
  html: string;
  title: string;
}

export function MailFrame({ mail, narrow }: { mail: FramedMail; narrow: boolean }): View {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, set] = useState(false);
  useEffect(() => {
    if (ready) frame.current?.contentWindow?.postMessage(mail, location.origin);
  }, [ready, mail.html, mail.title]);
  return html`<iframe ref=${frame} class=${`mail-frame ${narrow ? 'phone' : ''}`} src="/mail_frame.html" title=${mail.title} onLoad=${() => set(true)}></iframe>`;
}
