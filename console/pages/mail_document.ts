// Script of mail_frame.html. Shows a mail in a frame without scripts, remote content or an origin.
import type { FramedMail } from './templates.ts';

let frames = 0;

/** Shows the mail in a new frame. A second document in the same frame would add an entry to the browser's history. */
function showMail({ html, title }: FramedMail): void {
  frames += 1;
  const frame = document.createElement('iframe');
  frame.name = `mail-${frames}`;
  frame.title = title;
  frame.setAttribute('sandbox', '');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: '/console/frame', enctype: 'text/plain', target: frame.name });
  form.hidden = true;
  const field = document.createElement('textarea');
  field.name = 'html';
  field.value = html;
  form.append(field);
  document.body.append(frame, form);
  // Removes the older frames only after this frame has loaded, to avoid flicker. Keeps newer frames, because a slow
  // mail may load after the frame of the next mail was added.
  frame.addEventListener('load', () => {
    while (frame.previousElementSibling) frame.previousElementSibling.remove();
  });
  form.submit();
  form.remove();
}

addEventListener('message', (event: MessageEvent<FramedMail>) => {
  if (event.origin === location.origin) showMail(event.data);
});
