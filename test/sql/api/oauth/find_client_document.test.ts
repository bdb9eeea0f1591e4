// find_client_document for a client that nobody knows; save_client_document.test.ts has the others.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { api, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('knows nothing of the document of an unknown client', async () => {
  const answer = await api(surface.db.sql, 'find_client_document', {
    document_url: 'https://app.example.com/client.json',
  });
  assert.equal(answer, { fresh: false });
});

test.run();
