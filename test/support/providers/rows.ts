// Test data by provider name, and the mocks created from it.
import { readdirSync } from 'node:fs';
import type { ProviderRow } from './row.ts';
import { createSigner, type Signer } from './signer.ts';
import type { Vendor } from './vendor.ts';

const FOLDER = new URL('./rows/', import.meta.url);

export const ROWS: ReadonlyMap<string, ProviderRow> = new Map(
  await Promise.all(
    readdirSync(FOLDER)
      .sort()
      .map(async (file): Promise<[string, ProviderRow]> => {
        const { row } = (await import(new URL(file, FOLDER).href)) as { row: ProviderRow };
        return [file.replace(/\.ts$/, ''), row];
      }),
  ),
);

export function rowOf(name: string): ProviderRow {
  const row = ROWS.get(name);
  if (row === undefined) throw new Error(`test/support/providers/rows has no ${name}.ts`);
  return row;
}

/** The provider with another protocol; its mock is in twitter.ts. */
export const TWITTER_NAME = 'twitter';

export function createVendors(): { vendors: Readonly<Record<string, Vendor>>; signers: readonly Signer[] } {
  const signers: Signer[] = [];
  const vendors: Record<string, Vendor> = {};
  for (const [name, { mock, issuer = '' }] of ROWS) {
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
