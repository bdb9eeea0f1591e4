// Opens a mail's link and submits the form of the confirmation page, as a browser does.

/** Submits the form of a confirmation page. `page_url` is the URL of the page. */
export async function submitConfirmPage(page_url: string, html: string): Promise<Response> {
  const [, method = '', action = ''] = /<form method="(\w+)" action="([^"]*)">/.exec(html) ?? [];
  if (method !== 'post') throw new Error(`there is no form to send: ${html}`);
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const body = new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [name, unescapeHtml(value)]),
  );
  // Browsers send `Origin: null` from pages with the referrer policy no-referrer.
  return fetch(new URL(action, page_url), { method, body, redirect: 'manual', headers: { Origin: 'null' } });
}

/** Opens a link, submits the form and returns the URL of the redirect. */
export async function openAndConfirm(link: string): Promise<URL> {
  const page = await fetch(link, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the link answered ${page.status}`);
  const answer = await submitConfirmPage(link, await page.text());
  if (answer.status !== 303) throw new Error(`the button answered ${answer.status}: ${await answer.text()}`);
  return new URL(answer.headers.get('location') ?? '');
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number)));
}
