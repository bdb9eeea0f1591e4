// Checks publications. A subscriber gets a copy of the tables, including password hashes, and every change.
import { quoteIdentifier, quoteLiteral } from '../database/names.ts';
import { type CatalogCheckInput, type Finding, findingWithAdvice, findingWithSql } from './finding.ts';
import { PROMISED_COLUMNS } from './promised.ts';

interface PublicationRow {
  name: string;
  everything: boolean;
  tables: string[];
  /** Tables and whole schemas of Postern in the publication, as lists for SQL. */
  named: string | null;
  schemas: string | null;
}

/** Finds publications of Postern's tables. Columns of users that applications may read are allowed. */
export async function checkPublications({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  const schemas = [names.auth, names.queue].map(quoteLiteral).join(', ');
  const rows = await ask<PublicationRow>(`with secret as (
       select t.pubname, format('%I.%I', t.schemaname, t.tablename) as name from pg_publication_tables as t
       where t.schemaname in (${schemas}) and not (t.schemaname = ${quoteLiteral(names.auth)} and t.tablename = 'users'
         and t.attnames <@ array[${PROMISED_COLUMNS.map(quoteLiteral).join(', ')}]::name[]))
     select p.pubname::text as name, p.puballtables as everything, array_agg(o.name order by o.name) as tables,
       (select string_agg(format('%I.%I', s.nspname, c.relname), ', ' order by s.nspname, c.relname)
        from pg_publication_rel as r join pg_class as c on c.oid = r.prrelid join pg_namespace as s on s.oid = c.relnamespace
        where r.prpubid = p.oid and (format('%I.%I', s.nspname, c.relname) in (select x.name from secret as x where x.pubname = p.pubname)
          or (s.nspname in (${schemas}) and c.relkind = 'p'))) as named,
       (select string_agg(quote_ident(s.nspname), ', ' order by s.nspname)
        from pg_publication_namespace as n join pg_namespace as s on s.oid = n.pnnspid
        where n.pnpubid = p.oid and s.nspname in (${schemas})) as schemas
     from pg_publication as p join secret as o on o.pubname = p.pubname
     group by p.oid, p.pubname, p.puballtables order by 1`);
  return rows.map(({ name, everything, tables, named, schemas: whole }) => {
    const more = tables.length > 3 ? ` and ${tables.length - 3} more` : '';
    const finding = `publication ${name} copies ${tables.slice(0, 3).join(', ')}${more} to its subscribers`;
    if (everything) {
      const advice = `it has all tables; drop it unless an upgrade needs it: drop publication ${quoteIdentifier(name)};`;
      return findingWithAdvice('publications', finding, advice);
    }
    const alter = `alter publication ${quoteIdentifier(name)} drop`;
    return findingWithSql('publications', finding, [
      ...(named === null ? [] : [`${alter} table ${named}`]),
      ...(whole === null ? [] : [`${alter} tables in schema ${whole}`]),
    ]);
  });
}
