// The model: three people, what each of them holds, and which accounts are the victim's. It knows nothing of epochs or tables. The
// victim alone reads her mailboxes and her phone; the attacker has an address and a phone of his own; the administrator is trusted.
// Time is the number of the step.
import type { Authenticator } from '../../support/authenticator.ts';
import type { Message, Mode, Person, System } from './system.ts';

/** A step of a sequence. `n` chooses among what is there, `pkce` whether a flow has a challenge. */
export interface Step {
  do: string;
  n: number;
  pkce: boolean;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  account: string;
  id: string;
  /** The audience of its account. */
  aud: string;
  since: number;
}

/** A link flow at the provider, begun in an account. */
export interface Link {
  url: string;
  pkce: boolean;
  person: Person;
  account: string;
  session: string;
  since: number;
}

/** An authorization code; its account shows when it is exchanged. */
export interface Code {
  code: string;
  since: number;
}

/** A pending change of e-mail address or phone. It outlives a mere sign-out of the session that asked for it. */
export interface Change {
  kind: 'email' | 'phone';
  address: string;
  account: string;
  since: number;
}

/** A credential that was added to an account, and when. */
export interface Credential {
  account: string;
  since: number;
}

export interface Attacker {
  email: string;
  phone: string;
  password: string;
  /** Accounts at the provider: the victim's address unverified, his own address verified, and none. */
  persons: readonly [Person, Person, Person];
  sessions: Session[];
  /** When he chose a password for an account, by sign-up or in a session. */
  passwords: { password: string; since: number }[];
  links: Link[];
  codes: Code[];
  changes: Change[];
  /** Identities by id, with the accounts that they were added to. */
  identities: Map<string, Credential[]>;
  passkeys: (Credential & { authenticator: Authenticator })[];
  factors: (Credential & { id: string })[];
  phones: Credential[];
}

export interface Victim {
  /** Her first address and one that she may change to. */
  emails: readonly [string, string];
  /** Which of them her account has. */
  email: string;
  phone: string;
  /** Her accounts at the provider: one that verified her address, one without an address, and one with her address unverified. */
  persons: readonly [Person, Person, Person];
  session: Session | null;
  /** The account in which she was last. */
  home: string | null;
  factor: { id: string; account: string } | null;
  links: Link[];
  passkeys: Set<string>;
  /** Kinds of messages that she waits for, and those that came since she asked. */
  waits: RegExp | null;
  mailbox: Message[];
}

/** An account that is the victim's. */
export interface Account {
  /** When she first came in by a proof of her own. */
  owned_since: number;
  /** The last event that cut access to it, and its name. */
  cut: number;
  event: string;
  /** When its password was last set by anybody. */
  password_since: number;
  banned: boolean;
  deleted: boolean;
  /** True if the server was told to trust the attacker: autoconfirm for his request, or an administrator who vouched. */
  shared: boolean;
  /** True once a thief has changed what the victim would need to get in. */
  spoiled: boolean;
}

export interface World {
  system: System;
  mode: Mode;
  /** The audience that requests ask for. */
  aud: string | undefined;
  now: number;
  attacker: Attacker;
  victim: Victim;
  hers: Map<string, Account>;
  /** Accounts that the attacker owns: by an address of his own, an identity, or as an anonymous user. */
  his: Set<string>;
  /** Sessions that must be dead, by id. */
  ended: Set<string>;
  /** Sessions of the attacker that have one factor of two, by id. */
  one_factor: Set<string>;
  /** True once a request of the attacker has confirmed the victim's address under autoconfirm. */
  tainted: boolean;
  /** Accounts whose unconfirmed address an administrator gave, and those that he confirmed or that count as such. */
  given: Set<string>;
  vouched: Set<string>;
  /** Steps that applied, and what they broke. */
  played: Step[];
  faults: Set<string>;
}

let serial = 0;
const START = Date.now().toString(36);

/** A world in which nothing has happened; nobody has used its addresses. */
export function newWorld(system: System, mode: Mode): World {
  serial += 1;
  const name = `${START}${process.pid.toString(36)}x${serial.toString(36)}`;
  const digits = `${Number.parseInt(START.slice(-4), 36)}${process.pid}${serial}`.slice(-11).padStart(11, '0');
  const email = `victim.${name}@example.com`;
  return {
    system,
    mode,
    aud: undefined,
    now: 0,
    attacker: {
      email: `attacker.${name}@example.com`,
      phone: `49${digits}`,
      password: `attackers password ${name}`,
      persons: [
        { id: `a0.${name}`, email, verified: false },
        { id: `a1.${name}`, email: `attacker.${name}@example.com`, verified: true },
        { id: `a2.${name}`, email: null, verified: false },
      ],
      sessions: [],
      passwords: [],
      links: [],
      codes: [],
      changes: [],
      identities: new Map(),
      passkeys: [],
      factors: [],
      phones: [],
    },
    victim: {
      emails: [email, `victim2.${name}@example.com`],
      email,
      phone: `44${digits}`,
      persons: [
        { id: `v0.${name}`, email, verified: true },
        { id: `v1.${name}`, email: null, verified: false },
        { id: `v2.${name}`, email, verified: false },
      ],
      session: null,
      home: null,
      factor: null,
      links: [],
      passkeys: new Set(),
      waits: null,
      mailbox: [],
    },
    hers: new Map(),
    his: new Set(),
    ended: new Set(),
    one_factor: new Set(),
    tainted: false,
    given: new Set(),
    vouched: new Set(),
    played: [],
    faults: new Set(),
  };
}

/** The victim's account in which she is, or was last. */
export function home(w: World): Account | null {
  return w.victim.home === null ? null : (w.hers.get(w.victim.home) ?? null);
}

/** Returns true if the session has not ended as far as the model knows. */
export const isLive = (w: World, { id }: Session): boolean => !w.ended.has(id);

/** The victim's session, if it is live and its account is hers. */
export function herSession(w: World): Session | null {
  const { session } = w.victim;
  return session !== null && isLive(w, session) && w.hers.has(session.account) ? session : null;
}

/** Returns true if the account where the victim was last has a second factor of hers. */
export const hasFactor = ({ victim }: World): boolean =>
  victim.factor !== null && victim.factor.account === victim.home;

/** Every session of an account ends, except the one to keep. */
export function endSessions(w: World, account: string, keep?: string): void {
  const known = [...w.attacker.sessions, ...(w.victim.session === null ? [] : [w.victim.session])];
  for (const session of known) if (session.account === account && session.id !== keep) w.ended.add(session.id);
}

/** Access to an account is cut: what was begun in it counts no longer. */
export function cut(w: World, account: string, event: string): void {
  const hers = w.hers.get(account);
  if (hers === undefined) return;
  hers.cut = w.now;
  hers.event = event;
}

/** The victim came into an account by a proof of her own. It is hers from now on, and what others prepared in it is void. */
export function owns(w: World, session: Session, proof: string): void {
  const { account } = session;
  if (!w.hers.has(account)) {
    endSessions(w, account);
    const shared = w.tainted || w.vouched.has(account);
    w.hers.set(account, {
      owned_since: w.now,
      cut: shared ? 0 : w.now,
      event: proof,
      password_since: 0,
      banned: false,
      deleted: false,
      shared,
      spoiled: shared,
    });
    if (shared) for (const { account: of, id } of w.attacker.sessions) if (of === account) w.ended.delete(id);
  }
  w.victim.session = session;
  w.victim.home = account;
  w.aud = session.aud;
}
