// Composes mails with the first valid template: from the setting, from the table, or the built-in one.

import type { KeyRing } from '../../core/keys/ring.ts';
import { errorLogFields, type Logger } from '../../core/log.ts';
import { type ComposeSettings, composeMail, type LeasedMessage, readMailKind } from '../../core/mail/compose.ts';
import { MAIL_KINDS } from '../../core/mail/kinds.ts';
import { type MailTemplate, parsedBuiltInTemplate, parseMailTemplate } from '../../core/mail/mail_template.ts';
import { type TemplateSourceName, useTemplate } from '../../core/mail/precedence.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import { parseTemplate, RenderError } from '../../core/template/template.ts';
import type { TemplateFiles } from './template_files.ts';

/** Maximum number of parsed templates from the table in the cache. */
const MOST_KNOWN = 200;

/** Creates the function that composes mails. Every retry of a message has the same link and code. */
export function createMailComposer(o: {
  settings: ComposeSettings;
  ring: KeyRing;
  files: Pick<TemplateFiles, 'get'>;
  log: Logger;
}): (taken: LeasedMessage) => Promise<OutgoingMessage> {
  const ofTable = createTableTemplates();
  return async (taken) => {
    const kind = readMailKind(taken);
    const compose = (template: MailTemplate): OutgoingMessage => composeMail(taken, o.settings, o.ring, template);
    const composeBuiltIn = (template: MailTemplate): OutgoingMessage => {
      try {
        return compose(template);
      } catch (error) {
        // The built-in template failed because of the operator's subject, so the built-in subject is used too.
        if (!(error instanceof RenderError)) throw error;
        const fields = { kind, source: `SVC_${MAIL_KINDS[kind].subject.toUpperCase()}`, error: errorLogFields(error) };
        o.log.error(fields, 'a subject cannot be used; the heading of the mail is');
        return compose({ ...template, subject: parseTemplate(MAIL_KINDS[kind].heading, 'line') });
      }
    };
    return useTemplate(
      {
        setting: () => o.files.get(kind),
        table: () => ofTable(taken.template),
        built_in: () => parsedBuiltInTemplate(kind),
      },
      (template, source) => (source === 'built_in' ? composeBuiltIn(template) : compose(template)),
      // An invalid template must not block the mail, so the next fallback is used.
      (error, source) => {
        const fields = {
          kind,
          source: SOURCE_NAMES[source],
          locale: taken.template?.locale,
          error: errorLogFields(error),
        };
        o.log.error(fields, 'a mail template cannot be used; the next one is');
      },
    );
  };
}

/** Names of the template sources in log lines. */
const SOURCE_NAMES: Readonly<Record<TemplateSourceName, string>> = {
  setting: 'a URL or file',
  table: 'the table',
  built_in: 'built in',
};

/** Returns a function that parses templates from the table and caches them by their text. */
function createTableTemplates(): (source: LeasedMessage['template']) => MailTemplate | null {
  const known = new Map<string, MailTemplate>();
  return (source) => {
    if (!source) return null;
    const key = JSON.stringify([source.subject, source.html, source.text]);
    let template = known.get(key);
    if (!template) {
      template = parseMailTemplate(source);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, template);
    }
    return template;
  };
}
