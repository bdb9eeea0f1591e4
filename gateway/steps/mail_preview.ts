// Steps of mail template previews: render with sample values, check, and send to the caller's own address.
import { randomUUID } from 'node:crypto';
import { builtinTemplate } from '../../core/mail/builtin.ts';
import { findTemplateProblems, namesOfKind, type TemplateProblem } from '../../core/mail/check.ts';
import { isMailKind, type MailKindName } from '../../core/mail/kinds.ts';
import { parseMailTemplate, type TemplateSource } from '../../core/mail/mail_template.ts';
import { useTemplate } from '../../core/mail/precedence.ts';
import { composeSampleMail } from '../../core/mail/sample.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import { RenderError } from '../../core/template/template.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { TemplateUnreadableError } from '../mail/configured_templates.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import {
  type GatewayServices,
  type HasResponse,
  type RequestContext,
  type Step,
  type StepRoute,
  step,
} from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

const CHECK_RIGHT: SqlCall = {
  function: 'get_administrator',
  args: { claims: 'claims', settings: 'settings', needed: 'query.needed' },
};
const LIST_TEMPLATES: SqlCall = {
  function: 'list_templates',
  args: { claims: 'claims', settings: 'settings', locale: 'body.locale' },
};
const PREPARE_TEST_MAIL: SqlCall = {
  function: 'prepare_test_mail',
  args: { claims: 'claims', settings: 'settings' },
};

type TemplateParts = Readonly<Record<'subject' | 'html' | 'text', string | null>>;

interface HasTemplateBody {
  readonly body: TemplateParts & { readonly kind: string | null };
}

interface HasPreviewBody {
  readonly body: TemplateParts & {
    readonly kind: string | null;
    readonly locale: string | null;
    readonly data: Readonly<Record<string, unknown>> | null;
  };
}

/** Maximum size of a template in bytes, as in the SQL function set_template(). */
const MOST_BYTES = 262_144;

/** Checks kind and size of the template in a request. */
function readMailKind({ kind, ...parts }: HasTemplateBody['body']): MailKindName {
  if (kind === null || !isMailKind(kind))
    throw refuse('validation_failed', 'kind is the name of a kind of mail, such as recovery');
  const bytes = [parts.subject, parts.html, parts.text].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
  if (bytes > MOST_BYTES) throw refuse('validation_failed', `A template has at most ${MOST_BYTES} bytes`);
  if (parts.html === null && (parts.subject !== null || parts.text !== null))
    throw refuse('validation_failed', 'A subject or a text needs the HTML of its template');
  return kind;
}

const sourceOf = ({ subject, html, text }: TemplateParts): TemplateSource => ({
  subject: subject ?? '',
  html: html ?? '',
  text: text ?? '',
});

interface EffectiveTemplate {
  source: TemplateSource | null;
  /** Source of the template: `draft`, `table`, `built-in`, or its URL or file. */
  from: string;
  locale: string;
  /** Error message if the template cannot be read. */
  problem?: string;
}

/** Returns a function that finds the template for mails of a kind, with the precedence of the worker. */
function createTemplateFinder({ calls, templates }: GatewayServices, route: StepRoute) {
  const list = calls.ready(LIST_TEMPLATES, route);
  return async (context: RequestContext & HasPreviewBody, kind: MailKindName): Promise<EffectiveTemplate> => {
    try {
      return await useTemplate<EffectiveTemplate, EffectiveTemplate>(
        {
          async setting() {
            const named = await templates(kind);
            return named && { source: { subject: '', html: named.html, text: '' }, from: named.from, locale: '' };
          },
          async table() {
            const { templates: stored } = parseResult(await list.ask(context)) as { templates: StoredTemplate[] };
            const [best] = stored
              .filter((template) => template.kind === kind && template.place !== null)
              .sort((a, b) => Number(a.place) - Number(b.place));
            return best ? { source: sourceOf(best), from: 'table', locale: best.locale } : null;
          },
          built_in: () => ({ source: { subject: '', ...builtinTemplate(kind) }, from: 'built-in', locale: '' }),
        },
        (found) => found,
        (error) => {
          throw error;
        },
      );
    } catch (error) {
      if (!(error instanceof TemplateUnreadableError)) throw error;
      return { source: null, from: error.from, locale: '', problem: error.message };
    }
  };
}

type StoredTemplate = TemplateParts & { readonly kind: string; readonly locale: string; readonly place: number | null };

interface RenderedMail {
  problems: TemplateProblem[];
  mail: OutgoingMessage | null;
}

const broken = (what: string): TemplateProblem => ({ part: 'html', line: null, column: null, what, warning: false });

function renderMail(
  kind: MailKindName,
  found: EffectiveTemplate,
  o: { gateway: GatewayServices; to: string; data: object | null },
): RenderedMail {
  if (found.source === null) return { problems: [broken(found.problem ?? 'cannot be read')], mail: null };
  const problems = findTemplateProblems(found.source, kind);
  if (problems.some(({ warning }) => !warning)) return { problems, mail: null };
  const sample = { settings: o.gateway.settings, to: o.to, data: { ...o.data } };
  try {
    return { problems, mail: composeSampleMail(kind, parseMailTemplate(found.source), sample) };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { problems: [...problems, broken(error.message)], mail: null };
  }
}

const SAMPLE_ADDRESS = 'you@example.org';

/** Renders a draft or, without one, the effective template. A draft requires the right to change templates. */
export const previewTemplate: Step<HasPreviewBody, HasResponse> = step(
  'previewTemplate',
  { calls: [CHECK_RIGHT, LIST_TEMPLATES], refuses: ['validation_failed'], reply: 'json' },
  (gateway, route) => {
    const check = gateway.calls.ready(CHECK_RIGHT, route);
    const effective = createTemplateFinder(gateway, route);
    return async (context: RequestContext & HasPreviewBody) => {
      const { body } = context;
      const needed = body.html === null ? 'read' : 'administer';
      parseResult(await check.ask({ ...context, query: { needed } }));
      const kind = readMailKind(body);
      const found =
        body.html === null
          ? await effective(context, kind)
          : { source: sourceOf(body), from: 'draft', locale: body.locale ?? '' };
      const { problems, mail } = renderMail(kind, found, { gateway, to: SAMPLE_ADDRESS, data: body.data });
      const shown = mail && { subject: mail.subject, html: mail.html, text: mail.text };
      const { source, from, locale } = found;
      const answer = { kind, from, locale, source, names: namesOfKind(kind), problems, mail: shown };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);

/** Checks a draft without rendering it. */
export const checkDraft: Step<HasTemplateBody, HasResponse> = step(
  'checkDraft',
  { calls: [CHECK_RIGHT], refuses: ['validation_failed'], reply: 'json' },
  ({ calls }, route) => {
    const check = calls.ready(CHECK_RIGHT, route);
    return async (context: RequestContext & HasTemplateBody) => {
      parseResult(await check.ask({ ...context, query: { needed: 'administer' } }));
      const kind = readMailKind(context.body);
      if (!context.body.html?.trim()) throw refuse('validation_failed', 'The template has no HTML');
      return {
        response: jsonResponse({ problems: findTemplateProblems(sourceOf(context.body), kind) }, { secret: true }),
      };
    };
  },
);

/** Sends a mail with sample values. SQL returns the recipient: the caller's own address. */
export const sendTestMail: Step<HasPreviewBody, HasResponse> = step(
  'sendTestMail',
  {
    calls: [CHECK_RIGHT, LIST_TEMPLATES, PREPARE_TEST_MAIL],
    refuses: ['validation_failed', 'test_mail_off'],
    reply: 'json',
  },
  (gateway, route) => {
    const check = gateway.calls.ready(CHECK_RIGHT, route);
    const prepare = gateway.calls.ready(PREPARE_TEST_MAIL, route);
    const effective = createTemplateFinder(gateway, route);
    return async (context: RequestContext & HasPreviewBody) => {
      const { body } = context;
      parseResult(await check.ask({ ...context, query: { needed: 'administer' } }));
      const kind = readMailKind(body);
      const found =
        body.html === null
          ? await effective(context, kind)
          : { source: sourceOf(body), from: 'draft', locale: body.locale ?? '' };
      // Renders before the mail is counted against its limits, so that an invalid template does not count.
      const { problems, mail } = renderMail(kind, found, { gateway, to: SAMPLE_ADDRESS, data: body.data });
      if (mail === null) {
        const [first] = problems.filter(({ warning }) => !warning);
        const at = first?.line ? `line ${first.line}, column ${first.column}, ` : '';
        throw refuse('validation_failed', `The ${first?.part} has an error in ${at}${first?.what}`);
      }
      if (!gateway.test_mail.ready) throw refuse('test_mail_off');
      const { to } = parseResult(await prepare.ask(context)) as { to: string };
      const began = performance.now();
      // Mail programs show a Message-ID only once, so each test mail gets a new one.
      const outcome = await gateway.test_mail.send({ ...mail, id: randomUUID(), to });
      const answer = { kind, to, subject: mail.subject, ...outcome, ms: Math.round(performance.now() - began) };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
