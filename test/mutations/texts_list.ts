// Mutations of text handling that the tests with many hostile values must detect.
import type { Mutation } from './mutation.ts';

export const TEXT_MUTATIONS: readonly Mutation[] = [
  {
    group: 'templates',
    breaks: 'a template comes from wherever its URL redirects to',
    file: 'core/mail/template_source.ts',
    from: 'if (next.protocol !== place.protocol || next.host !== place.host)',
    to: "if (next.protocol === 'ftp:')",
    test: 'test/worker/template_files.test.ts',
    fails: 'does not follow a redirect to another origin',
  },
  {
    group: 'hostile texts',
    breaks: 'markup of a value is printed as it is',
    file: 'core/template/escapers.ts',
    from: `.replace(/["&'+<>]/g, (character)`,
    to: `.replace(/["&'+>]/g, (character)`,
    test: 'test/worker/mail_fuzz.test.ts',
    fails: 'no value becomes markup',
  },
  {
    group: 'hostile texts',
    breaks: 'a line break of a value stays in a header',
    file: 'core/template/template.ts',
    from: "    .replace(/[\\p{Cc}\\p{Zl}\\p{Zp}]+/gu, ' ')\n",
    to: '',
    test: 'test/worker/mail_fuzz.test.ts',
    fails: 'no value becomes markup',
  },
  {
    group: 'hostile texts',
    breaks: 'an id is cast to a UUID unread',
    file: 'sql/lib/value.sql',
    from: "    when value ~* '^[0-9a-f]{32}$' then value::uuid\n  end",
    to: '    else value::uuid\n  end',
    test: 'test/security/bad_strings.test.ts',
    fails: 'POST /admin/users',
  },
];
