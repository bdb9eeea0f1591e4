// Past vulnerabilities of libraries and the platform.
import type { Row } from '../row.ts';

export const LIBRARIES: readonly Row[] = [
  {
    id: 'V86',
    text: 'A JWT library takes the algorithm or the key from the token, or mixes tokens in its cache.',
    source:
      'CVE-2015-9235, CVE-2022-23539, CVE-2022-23540, CVE-2022-23541, CVE-2023-48223, CVE-2026-34950, CVE-2026-44351, CVE-2026-35042, CVE-2026-35039',
    rules: ['gateway/http/jwt.ts'],
    tests: [
      'gateway/http/jwt › alg: none and its spellings',
      'gateway/http/jwt › a public key is never a secret',
      'gateway/http/jwt › rejects any crit header',
      'gateway/http/jwt_memory › cached tokens expire on time',
    ],
  },
  {
    id: 'V87',
    text: 'A compressed, encrypted token fills the memory.',
    source: 'CVE-2024-28176',
    rules: ['gateway/http/jwt.ts'],
    tests: [
      'gateway/http/jwt › shape: three segments and a JSON header',
      'gateway/http/jwt › rejects a token above 16 KiB for its length',
    ],
  },
  {
    id: 'V88',
    text: 'Text of a user becomes a header of a mail, a file or a URL that nodemailer opens; TLS is not checked.',
    source:
      'CVE-2021-23400, GHSA-vvjj-xcjg-gr5g, GHSA-268h-hp4c-crq3, CVE-2026-82659, GHSA-r7g4-qg5f-qqm2, CVE-2020-7769',
    rules: ['core/mail/send.ts', 'core/template/escapers.ts', 'core/template/template.ts'],
    tests: [
      'worker/mail › a subject with any content is one header line',
      'worker/mail_fuzz › no value becomes markup, a header or a broken mail',
      'worker/mail_tls › uses STARTTLS when offered, and does not send with an invalid certificate',
      'worker/mail › one recipient, exactly the stored address',
    ],
  },
  {
    id: 'V89',
    text: 'A transaction of postgres.js whose connection dies touches the transaction of the next request.',
    source: 'porsager/postgres #1186, #1216',
    rules: ['gateway/database/call.ts'],
    tests: [
      'gateway/database/call › F-07: a waiting call gets the slot when the broken connection before it has closed',
      'flows/lost_statement › a statement lost with its connection is never answered',
      'house/biome › reports an import outside its allowed files, a transaction',
    ],
  },
  {
    id: 'V90',
    text: 'Closing the pool hangs after a lost connection.',
    source: 'porsager/postgres #1097, #1130',
    rules: ['core/database/driver_pool.ts', 'worker/main.ts'],
    tests: [
      'worker/outage_at_end › leaves nothing running once it has ended',
      'flows/graceful_stop › F-27 fifty keep-alive clients lose no request',
      'gateway/database/driver_pool › replaces a pool once',
    ],
    note: 'A worker that does not end makes its test exceed the time limit of its file, so worker/main.ts has no mutation.',
  },
  {
    id: 'V91',
    text: 'Jobs of a dead worker wait until their long expiry.',
    source: 'timgit/pg-boss #208, #436',
    rules: ['auth_api.lease_message'],
    tests: [
      'sql/lib/enqueue › the queues last a day of retries',
      'worker/deliver › F-02: retries a message leased by another worker when its lease ends',
    ],
  },
  {
    id: 'V92',
    text: 'Two lengths of one body, or a body after HEAD, hide a second request.',
    source: 'Http11Probe #151',
    rules: ['gateway/server/framing.ts'],
    tests: [
      'gateway/server/framing › refuses a repeated Host',
      'security/bad_requests › answers framing errors with an empty 400 and a closed connection',
      'security/bad_requests › answers a body that hides a second request once',
    ],
  },
  {
    id: 'V93',
    text: 'A client that disconnects causes a write to a closed connection.',
    rules: ['gateway/server/node_http.ts'],
    tests: [
      'flows/aborted_clients › clients that disconnect at',
      'gateway/server/aborts › a handler can see that its client has disconnected',
    ],
  },
  {
    id: 'V94',
    text: 'pgcrypto overflows its memory in functions for PGP.',
    source: 'CVE-2026-2005',
    rules: ['core/doctor/server.ts', 'sql/roles.sql'],
    tests: [
      'install/doctor › reports minor versions with CVE-2026-2005',
      'house/privileges › by attempt: a compromised gateway cannot escape',
      'house/surface › each role can call exactly the functions of grants.sql',
    ],
  },
  {
    id: 'V95',
    text: 'Objects in public or pg_temp are called instead of ours.',
    source: 'CVE-2018-1058',
    rules: ['sql/roles.sql', 'sql/contract.sql'],
    tests: [
      'flows/row_level_security › a hostile search_path changes nothing',
      'flows/hostile_triggers › …: a search_path that a trigger sets gives our functions no operators',
      'house/privileges › SECURITY DEFINER functions have a safe search_path',
      'install/roles › …: each role logs in with its settings',
    ],
  },
  {
    id: 'V96',
    text: 'PgBouncer takes a search_path from a client, or accepts expired passwords.',
    source: 'CVE-2025-12819, CVE-2025-2291, CVE-2026-6664',
    status: 'elsewhere',
    rules: ['docs/operating.md'],
    tests: [],
    note: 'The operator updates PgBouncer (1.25.2 or later). Functions of Postern set their own search_path.',
  },
  {
    id: 'V97',
    text: 'All devices of a user have one long-lived token.',
    source: 'CVE-2015-8314',
    rules: ['auth_lib.open_session', 'core/keys/ring.ts', 'auth_lib.revoke_session'],
    tests: [
      'flows/session_ends › a user lists the devices and ends the session of one, which cannot continue',
      'security/session_model › random sequences keep every invariant',
    ],
  },
];
