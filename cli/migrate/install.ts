// The script of `plan --install`: everything migrate does on an empty database, for a DBA who runs it with psql.

import { identifier, literal } from '../../core/database/names.ts';
import { lockKey } from './lock.ts';
import type { Prepared } from './migrate.ts';
import { loginStatements } from './roles.ts';
import { qualified } from './tree.ts';

/** Wraps the parts of a migrate into a script that refuses to run twice. */
export function installScript(prepared: Prepared, pgcrypto_schema: string, parts: string[]): string {
  const { names, tree, release } = prepared;
  return `-- Postern ${release.version}: a complete installation, for psql, in the database it shall live in:
--   psql -X -f install.sql <database>
-- Afterwards "npx postern migrate" finds nothing to do. What comes next stands at the end.

\\set ON_ERROR_STOP on
\\set QUIET on
\\pset tuples_only on
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set client_min_messages = warning;
set search_path = pg_catalog;
set lock_timeout = '2s';

select pg_try_advisory_lock(${lockKey(names.auth)}) as free,
  to_regclass(${literal(qualified(names.auth, 'release'))}) is null as empty \\gset
\\if :free
\\else
  \\warn 'Another migrate is at work on this database.'
  select 1 / 0 as another_migrate_is_at_work;
\\endif
\\if :empty
\\else
  \\warn 'Postern is installed here already; "npx postern plan" prints what is pending.'
  select 1 / 0 as postern_is_installed_already;
\\endif

${tree.roles.trim()}

-- The functions below name the schema of pgcrypto.
select s.nspname = ${literal(pgcrypto_schema)} as expected
from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where e.extname = 'pgcrypto' \\gset
\\if :expected
\\else
  \\warn 'pgcrypto is in another schema than this script was made for: make it again with DATABASE_URL set to this database.'
  select 1 / 0 as pgcrypto_is_in_another_schema;
\\endif

${parts.join('\n\n')}

select pg_advisory_unlock(${lockKey(names.auth)}) as unlocked \\gset

-- What comes next, by hand, because no password belongs in a file (\\password asks for it and sends only its hash):
--
${loginStatements(names)
  .map((statement) => `--   ${statement}`)
  .join('\n')}
--
-- and one URL for each of them, DATABASE_URL_GATEWAY, DATABASE_URL_ADMIN, DATABASE_URL_WORKER, DATABASE_URL_AUDITOR.
-- Later releases are installed by "npx postern migrate" with DATABASE_URL_MIGRATE. Its role needs no right of its own but:
--
--   grant ${identifier(names.role.owner)} to <that role>;
`;
}
