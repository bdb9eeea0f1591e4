// Test data by provider name, and the provider mocks.
import { readdirSync } from 'node:fs';
import type { ProviderRow } from './row.ts';
import { createSigner, type Signer } from './signer.ts';
import type { ProviderMock } from './vendor.ts';

const FOLDER = new URL('./rows/', import.meta.url);

export const PROVIDER_ROWS: ReadonlyMap<string, ProviderRow> = new Map(
  await Promise.all(
    readdirSync(FOLDER)
      .sort()
      .map(async (file): Promise<[string, ProviderRow]> => {
        const { row } = (await import(new URL(file, FOLDER).href)) as { row: ProviderRow };
        return [file.replace(/\.ts$/, ''), row];
      }),
  ),
);

export function providerRow(name: string): ProviderRow {
  const row = PROVIDER_ROWS.get(name);
  if (row === undefined) throw new Error(`test/support/providers/rows has no ${name}.ts`);
  return row;
}

export const TWITTER_NAME = 'twitter';

export function createProviderMocks(): { vendors: Readonly<Record<string, ProviderMock>>; signers: readonly Signer[] } {
  const signers: Signer[] = [];
  const vendors: Record<string, ProviderMock> = {};
  for (const [name, { mock, issuer = '' }] of PROVIDER_ROWS) {
    if (mock === undefined) continue;
    if (typeof mock !== 'function') vendors[name] = mock;
    else {
      const signer = createSigner(issuer);
      signers.push(signer);
      vendors[name] = mock(signer);
    }
  }
  return { vendors, signers };
}
