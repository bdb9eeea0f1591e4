// A setting that some route hands to SQL is obeyed, so it must not be called "not in this release" (D31).
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS } from '../../core/settings/table.ts';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';

test('no setting of a route is marked as not built', () => {
  const rows: Readonly<Record<string, { built?: boolean } | undefined>> = SETTINGS;
  const used = new Set((ROUTES as readonly Route[]).flatMap((route) => route.settings ?? []));
  assert.equal(
    [...used].filter((name) => rows[name]?.built === false),
    [],
  );
});

test.run();
