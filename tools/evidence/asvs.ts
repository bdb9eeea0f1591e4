// OWASP ASVS 5.0: the chapters that concern an authentication server, levels 1 to 3. The requirements are in our own
// words.

import { V2 } from './asvs/v2.ts';
import { V6 } from './asvs/v6.ts';
import { V7 } from './asvs/v7.ts';
import { V8 } from './asvs/v8.ts';
import { V9 } from './asvs/v9.ts';
import { V10 } from './asvs/v10.ts';
import { V11 } from './asvs/v11.ts';
import { V16 } from './asvs/v16.ts';
import type { Table } from './row.ts';

export const ASVS: Table = {
  file: 'docs/security-asvs.md',
  title: 'OWASP ASVS 5.0',
  about:
    'This page lists the requirements of OWASP ASVS 5.0, chapters V2, V6 to V11 and V16, with their levels (L1 to L3), and how Postern meets each requirement.',
  column: 'requirement',
  groups: [
    { title: 'V2 Validation and business logic', rows: V2 },
    { title: 'V6 Authentication', rows: V6 },
    { title: 'V7 Session management', rows: V7 },
    { title: 'V8 Authorization', rows: V8 },
    { title: 'V9 Self-contained tokens', rows: V9 },
    { title: 'V10 OAuth and OpenID Connect', rows: V10 },
    { title: 'V11 Cryptography', rows: V11 },
    { title: 'V16 Logging and errors', rows: V16 },
  ],
};
