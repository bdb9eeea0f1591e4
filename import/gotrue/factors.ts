// Copies verified second factors. Seals their secrets, and converts the public keys of authenticators.
import { quoteLiteral } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { decryptValue } from './decryption.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import type { CopySecretsOptions, SecretKeys } from './secret_options.ts';

interface Factor {
  user_id: string;
  id: string;
  factor_type: 'totp' | 'phone' | 'webauthn';
  secret: string | null;
  web_authn_credential: unknown;
}

const FACTOR_COLUMNS = 'n.user_id, n.id, n.factor_type, n.secret, n.web_authn_credential';

/** Unsealed secret or credential of a factor, or the reason why it cannot be read. */
type UnsealedProof = { secret: string | null; credential: object | null } | { unreadable: string };

function unsealProof(factor: Factor, { ring, keys }: SecretKeys): UnsealedProof {
  if (factor.factor_type === 'phone') return { secret: null, credential: null };
  if (factor.factor_type === 'webauthn') {
    const credential = toCredential(factor.web_authn_credential);
    return credential === null ? { unreadable: 'its key has an unknown form' } : { secret: null, credential };
  }
  if (ring === null)
    return { unreadable: 'sealing secrets needs SVC_SECURITY_PEPPER or SVC_JWT_SECRET; neither is set' };
  const text = decryptValue(factor.secret ?? '', factor.id, keys);
  if (text === null)
    return {
      unreadable: 'its secret is encrypted: set GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS as GoTrue had it',
    };
  const bytes = fromBase32(text);
  if (bytes === null) return { unreadable: 'its secret is not base32' };
  return { secret: bytes.toString('hex'), credential: null };
}

const PAGE = 1000;

/** Reads the rows of auth_import.new_factors in pages of a thousand. */
async function* fetchFactorPages(on: Queryable, places: ImportSchemas): AsyncGenerator<Factor[]> {
  const from = qualifyName(importSchemaOf(places.names), 'new_factors');
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await runStatement<Factor>(
      on,
      `select ${FACTOR_COLUMNS} from ${from} as n where n.id > ${quoteLiteral(after)} order by n.id limit ${PAGE}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/**
 * Counts the verified factors that cannot be read, by reason. They block the import, because their users would be less
 * secure without them.
 */
export async function countUnreadableFactors(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const rows of fetchFactorPages(on, places)) {
    for (const row of rows) {
      const proof = unsealProof(row, secrets);
      if ('unreadable' in proof) found.set(proof.unreadable, (found.get(proof.unreadable) ?? 0) + 1);
    }
  }
  return found;
}

/**
 * Counts factors that were not copied, or whose secret or credential differs from GoTrue's. Unseals each secret,
 * because sealed secrets cannot be compared by checksum.
 */
export async function countDifferingFactors(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<number> {
  let differing = 0;
  for await (const rows of fetchFactorPages(on, places)) {
    const proofs = secretsToSeal(rows, secrets);
    const stored = await runStatement<{ id: string; secret: string | null; same_key: boolean }>(
      on,
      `select f.id, f.secret, f.credential is not distinct from p.credential as same_key
       from ${qualifyName(places.names.auth, 'factors')} as f join ${recordset(proofs, 'credential jsonb')} on p.id = f.id`,
    );
    const found = new Map(stored.map((row) => [row.id, row]));
    for (const { id, secret } of proofs) {
      const there = found.get(id);
      const opened = there?.secret == null ? null : (secrets.ring?.open(there.secret, id) ?? null);
      if (there === undefined || !there.same_key || opened !== secret) differing += 1;
    }
  }
  return differing;
}

function secretsToSeal(
  rows: readonly Factor[],
  secrets: SecretKeys,
): { id: string; secret: string | null; credential: object | null }[] {
  return rows.map((row) => {
    const proof = unsealProof(row, secrets);
    if ('unreadable' in proof) throw new Error(`factor ${row.id}: ${proof.unreadable}`);
    return { id: row.id, ...proof };
  });
}

const recordset = (proofs: readonly object[], columns: string): string =>
  `jsonb_to_recordset(${quoteLiteral(JSON.stringify(proofs))}) as p (id uuid, ${columns})`;

/** Columns that are copied in SQL and compared by checksum. */
export const COPIED_FACTOR_COLUMNS = [
  'user_id',
  'id',
  'factor_type',
  'status',
  'friendly_name',
  'phone',
  'aaguid',
].concat(['created_at', 'updated_at']);

export async function copyFactors(
  on: Queryable,
  places: ImportSchemas,
  { secrets, range }: CopySecretsOptions,
): Promise<void> {
  const view = qualifyName(importSchemaOf(places.names), 'new_factors');
  const rows = await runStatement<Factor>(on, `select ${FACTOR_COLUMNS} from ${view} as n where ${range}`);
  if (rows.length === 0) return;
  const proofs = secretsToSeal(rows, secrets).map((proof) => ({
    ...proof,
    secret: proof.secret === null ? null : (secrets.ring?.seal(proof.secret, proof.id) ?? null),
  }));
  const list = COPIED_FACTOR_COLUMNS.join(', ');
  await runStatement(
    on,
    `insert into ${qualifyName(places.names.auth, 'factors')} (${list}, secret, credential)
     select ${COPIED_FACTOR_COLUMNS.map((name) => `n.${name}`).join(', ')}, p.secret, p.credential
     from ${view} as n join ${recordset(proofs, 'secret text, credential jsonb')} on p.id = n.id
     where ${range}`,
  );
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer | null {
  const letters = text.trim().toUpperCase().replace(/=+$/, '');
  if (!/^[A-Z2-7]{16,}$/.test(letters)) return null;
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Limits, as for passkeys: bytes of a credential id, bytes of a key, and number of transports. */
const MOST = { id: 1023, key: 1100, transports: 16 };

/** Converts a credential from GoTrue's JSON to Postern's. Returns null if its id or key is missing or too large. */
function toCredential(value: unknown): object | null {
  const { id, publicKey, attestationType, transport, flags, authenticator } = (value ?? {}) as Record<string, unknown>;
  const { AAGUID, signCount } = (authenticator ?? {}) as Record<string, unknown>;
  const { backupEligible, backupState } = (flags ?? {}) as Record<string, unknown>;
  const [name, key, model] = [id, publicKey, AAGUID].map(base64ToHex);
  if (!name || !key || name.length > 2 * MOST.id || key.length > 2 * MOST.key) return null;
  const aaguid = (model ?? '').padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return {
    id: name,
    public_key: key,
    attestation_type: typeof attestationType === 'string' && attestationType !== '' ? attestationType : 'none',
    aaguid,
    sign_count: Number(signCount ?? 0),
    transports: Array.isArray(transport)
      ? transport.slice(0, MOST.transports).map((name) => String(name).slice(0, 32))
      : [],
    backup_eligible: backupEligible === true,
    backed_up: backupState === true,
  };
}

/** Converts base64 or base64url to hexadecimal. Returns null if the value is not a string. */
function base64ToHex(text: unknown): string | null {
  return typeof text === 'string' ? Buffer.from(text, 'base64').toString('hex') : null;
}
