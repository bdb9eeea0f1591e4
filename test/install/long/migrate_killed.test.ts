// An installation killed in each of its parts: doctor reports it, the next `migrate` run completes it, and doctor then
// finds nothing. `npm test` kills an installation at one of these points, and a small SQL folder at several points
// (test/install/migrate_killed.test.ts).
import { test } from 'uvu';
import { assertReportedAndRepaired, type KillPoint } from '../killed.ts';

const POINTS: KillPoint[] = [
  { name: 'the first role', statement: /^create role \S+_owner/, how: 'during' },
  { name: 'the roles', statement: /^create role \S+_worker/, how: 'before' },
  { name: 'the schemas', statement: /^create schema /, how: 'before' },
  { name: 'the schemas, the first of them made', statement: /^create schema /, how: 'during' },
  { name: 'default privileges', statement: /^alter default privileges /, how: 'before' },
  { name: 'the first statement of the transaction', statement: /^set local role /, how: 'during' },
  { name: "pg-boss' tables", statement: /create table \S*_queue\S*job\b/i, how: 'during' },
  { name: "pg-boss' version", statement: /insert into \S*_queue\S*version/i, how: 'during' },
  { name: 'the first migration', statement: /create table \S*users \(/, how: 'during' },
  { name: 'between migrations and functions', statement: /create or replace function \S+\.uid\(/, how: 'before' },
  { name: 'the functions', statement: /create function \S+_api\.sign_up\(/, how: 'during' },
  { name: 'comments of tables', statement: /^comment on table \S+sessions/m, how: 'before' },
  { name: 'comments of columns', statement: /^comment on column \S+sessions/m, how: 'during' },
  { name: 'the record of the release', statement: /insert into \S+release /, how: 'during' },
];

for (const point of POINTS)
  test(`killed ${point.how} ${point.name}: doctor reports it, migrate completes it, and doctor finds nothing`, () =>
    assertReportedAndRepaired(point));

test.run();
