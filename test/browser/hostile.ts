// Hostile markup in the columns of the database, and the check that a page shows it as text.
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { TestDatabase } from '../support/database/db.ts';

/** Returns markup that runs a script if a page inserts it without escaping. `mark` names the field in a failure. */
export const hostileMarkup = (mark: string): string =>
  `"'><img src=x onerror="window.ran='${mark}'"><script>window.ran='${mark}'</script><svg onload="window.ran='${mark}'">`;

/** Like hostileMarkup(), for fields of at most 100 characters. */
export const shortHostileMarkup = (mark: string): string => `<img src=x onerror="window.ran='${mark}'">`;

/** Asserts that no text became markup, no link leads elsewhere, and nothing is wider than the screen. */
export async function assertHarmless(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(`({
    ran: window.ran ?? null,
    elements: [...document.querySelectorAll('body img, body script, [onerror], [onload]')].map((one) => one.outerHTML),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => new URL(href).origin !== location.origin),
    wide: document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 4).map((one) => one.outerHTML.slice(0, 300)) : [],
  })`);
  assert.equal(found, { ran: null, elements: [], links: [], wide: [] }, what);
}

/** Returns the fields whose text a page shows, by their marks. */
export const readShownMarks = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...new Set([...(document.body.textContent + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join('')).matchAll(/window\\.ran='([\\w.]+)'/g)].map(([, mark]) => mark))]`,
  );

/**
 * Columns that fillColumns() skips: identifiers and states by which functions find rows, sealed secrets, and columns of
 * tables that belong to the installation. console_templates.test.ts tests `templates`.
 */
const KEPT = new RegExp(
  `^(${[
    'users\\.(aud|role|sign_up_role)',
    'addresses\\.kind',
    '(pending_)?passwords\\.hash',
    'sessions\\.amr',
    'one_time_tokens\\.(kind|purpose|aud)',
    'factors\\.(factor_type|secret|credential)',
    'messages\\.(kind|channel|state)',
    'webhooks\\.secrets',
    'webhook_events\\.state',
    'tallies\\.kind',
    'custom_providers\\.client_secret',
    'sso_providers\\.(metadata_xml|certificates)',
    'provider_tokens\\.sealed',
    'oauth_authorizations\\.(sealed|kind)',
    '(user_blocks|user_block_groups|migrations_applied|migrations_version|limits|attempts|quotas|release|online_steps|release_objects|timeline|templates)\\.\\w+',
  ].join('|')})$`,
);

interface TextColumn {
  name: string;
  type: string;
}

/**
 * Writes hostile markup into every column of type text, text[] or jsonb in the schema auth, except those in KEPT. Skips
 * columns whose constraints refuse the markup. Returns the names of the columns that were written.
 */
export async function fillColumns({ sql }: TestDatabase): Promise<string[]> {
  const columns = await sql<TextColumn[]>`
    select c.relname || '.' || a.attname as name, format_type(b.oid, null) as type
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    join pg_type as t on t.oid = a.atttypid
    join pg_type as b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and format_type(b.oid, null) in ('text', 'text[]', 'jsonb')
    order by name`;
  const filled: string[] = [];
  for (const { name, type } of columns) {
    if (KEPT.test(name)) continue;
    const [table, column] = name.split('.') as [string, string];
    // The API accepts only URLs in these columns.
    const prefix = /ur[il]s?$/.test(column) ? 'https://hostile.example/?' : '';
    const fill = async (mark: string): Promise<boolean> => {
      // The position of the row makes values of unique columns differ.
      const text = `${quote(prefix + mark)} || t.ctid`;
      const value = {
        text,
        'text[]': `array[${text}]`,
        jsonb: `case jsonb_typeof(t.${column}) when 'array' then '[]' else t.${column} || jsonb_build_object(${text}, ${text}) end`,
      }[type];
      try {
        await sql.unsafe(`update auth.${table} as t set ${column} = ${value} where t.${column} is not null`);
        return true;
      } catch (error) {
        // Errors of constraints, domains, types and triggers: the column refuses the markup.
        if (!/^(23|22|42|P0)/.test(String((error as { code?: string }).code))) throw error;
        return false;
      }
    };
    if ((await fill(hostileMarkup(name))) || (await fill(shortHostileMarkup(name)))) filled.push(name);
  }
  return filled;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
