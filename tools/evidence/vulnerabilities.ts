// Past vulnerabilities of authentication servers and of the libraries that Postern uses, each with the rule and the
// test that keep Postern free of it.
import type { Table } from './row.ts';
import { LIBRARIES } from './vulnerabilities/libraries.ts';
import { V36_TO_V60 } from './vulnerabilities/other_products_v36_to_v60.ts';
import { V61_TO_V85 } from './vulnerabilities/other_products_v61_to_v85.ts';
import { SUPABASE_AUTH } from './vulnerabilities/supabase_auth.ts';

export const VULNERABILITIES: Table = {
  file: 'docs/security-vulnerabilities.md',
  title: 'Past vulnerabilities',
  about:
    'This page lists vulnerabilities that authentication servers and libraries have had, and for each the rule and the tests that prevent it in Postern.',
  column: 'vulnerability',
  groups: [
    { title: 'supabase/auth', rows: SUPABASE_AUTH },
    { title: 'Other products', rows: [...V36_TO_V60, ...V61_TO_V85] },
    { title: 'Libraries and platform', rows: LIBRARIES },
  ],
};
