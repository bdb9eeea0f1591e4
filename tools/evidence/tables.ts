// The security tables, in the order in which the security page lists them.
import { ASVS } from './asvs.ts';
import { INVARIANTS } from './invariants.ts';
import { NIST800_63B } from './nist800_63b.ts';
import { RFC9700 } from './rfc9700.ts';
import type { Table } from './row.ts';
import { VULNERABILITIES } from './vulnerabilities.ts';

export const TABLES: readonly Table[] = [ASVS, VULNERABILITIES, INVARIANTS, RFC9700, NIST800_63B];
