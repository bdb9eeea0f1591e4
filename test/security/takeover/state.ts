// State of the takeover model: the attacker and the victim with their credentials, and the accounts of the victim. The
// model does not use epochs or tables of the implementation. Only the victim reads the victim's mailboxes and phone,
// except that the attacker may read a mail once the victim has a second factor. The attacker has an own address and
// phone. The administrator is trusted. Time is the number of the step.
import type { Authenticator } from '../../support/clients/authenticator.ts';
import { OWN_DOMAIN, SHARED } from '../../support/providers/two_domains.ts';
import type { Message, Person, SettingsMode, SystemUnderTest } from './system.ts';

/**
 * A step of a sequence. `n` selects among the available objects. `pkce` adds a PKCE challenge to a flow, or selects one
 * of two variants of another step.
 */
export interface SequenceStep {
  do: string;
  n: number;
  pkce: boolean;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  account: string;
  id: string;
  aud: string;
  since: number;
}

/** A pending flow that links an external identity to the account in which the flow was started. */
export interface PendingLink {
  url: string;
  pkce: boolean;
  person: Person;
  account: string;
  session: string;
  since: number;
}

/** An authorization code. Its account is known only after the exchange. */
export interface AuthorizationCode {
  code: string;
  since: number;
}

/** A pending change of e-mail address or phone. The model does not bind it to the session that requested it. */
export interface PendingChange {
  kind: 'email' | 'phone';
  address: string;
  account: string;
  since: number;
}

/** A credential of an account, with the step at which it was added. */
export interface AddedCredential {
  account: string;
  since: number;
}

export interface Attacker {
  email: string;
  phone: string;
  password: string;
  /**
   * The attacker's accounts at the provider: with the victim's address unverified, with the attacker's address
   * verified, and without an address.
   */
  persons: readonly [Person, Person, Person];
  /**
   * Accounts at a provider that the attacker controls. The provider has a linking domain of its own and verifies every
   * address. Two accounts have the victim's address, and one has no address.
   */
  own: readonly [Person, Person, Person];
  sessions: Session[];
  /** Passwords that the attacker chose for an account, by sign-up or in a session, with the step. */
  passwords: { password: string; since: number }[];
  links: PendingLink[];
  codes: AuthorizationCode[];
  changes: PendingChange[];
  /** Identities by id, with the accounts to which they were linked. */
  identities: Map<string, AddedCredential[]>;
  passkeys: (AddedCredential & { authenticator: Authenticator })[];
  factors: (AddedCredential & { id: string })[];
  phones: AddedCredential[];
  /** Ids of the users that the attacker's organization has provisioned. */
  provisioned: string[];
}

export interface Victim {
  /** First address of the victim, and the address to which the victim may change. */
  emails: readonly [string, string];
  /** Current address of the victim's account. */
  email: string;
  phone: string;
  /**
   * The victim's accounts at the provider: with the victim's address verified, without an address, and with the
   * victim's address unverified.
   */
  persons: readonly [Person, Person, Person];
  session: Session | null;
  /** Account of the victim's last session. */
  home: string | null;
  factor: { id: string; account: string } | null;
  links: PendingLink[];
  passkeys: Set<string>;
  /** Kinds of messages that the victim expects. `mailbox` has the messages since the victim's last request. */
  waits: RegExp | null;
  mailbox: Message[];
}

/** The victim as a user of her organization. The organization's account for her is separate from her own accounts. */
export interface Employee {
  /**
   * Subject at the organization's identity provider, and the address, which an account outside the organization may
   * also have.
   */
  subject: string;
  address: string;
  /** Id of the provisioned user; null before it is provisioned and after it is deleted. */
  resource: string | null;
  /** Account of the organization, once there is one. */
  account: string | null;
  active: boolean;
  sessions: Session[];
}

export interface VictimAccount {
  /** Step at which the victim first confirmed the account. */
  owned_since: number;
  /** Step of the last event that cut access to the account. `event` is the name of the event. */
  cut: number;
  event: string;
  /** Step at which the password was last set, by any person. */
  password_since: number;
  banned: boolean;
  deleted: boolean;
  /** True if a trusted party gave the attacker access: autoconfirm for the attacker's request, or an administrator. */
  shared: boolean;
  /** True once the attacker has changed, or the victim has given up, something that the victim needs to sign in. */
  spoiled: boolean;
}

export interface ModelState {
  system: SystemUnderTest;
  mode: SettingsMode;
  aud: string | undefined;
  now: number;
  attacker: Attacker;
  victim: Victim;
  employee: Employee;
  hers: Map<string, VictimAccount>;
  /** Ids of accounts that the attacker owns: by address, by identity, or as an anonymous user. */
  his: Set<string>;
  /**
   * Ids of accounts that a sign-in with the attacker's own provider created. These accounts may show the address that
   * the provider asserted.
   */
  asserted: Set<string>;
  /** Ids of sessions that must be revoked. */
  ended: Set<string>;
  /** Ids of the attacker's aal1 sessions in accounts with a second factor. */
  one_factor: Set<string>;
  /** True once a request of the attacker has confirmed the victim's address under autoconfirm. */
  tainted: boolean;
  /**
   * Ids of accounts whose unconfirmed address an administrator set. `vouched` has the accounts that an administrator
   * confirmed, and those in which the model permits the attacker's access for another reason.
   */
  given: Set<string>;
  vouched: Set<string>;
  /** Steps whose precondition was true. `faults` has the violations. */
  played: SequenceStep[];
  faults: Set<string>;
}

let serial = 0;
const START = Date.now().toString(36);

/** Creates the initial state. Its addresses are unused. */
export function createInitialState(system: SystemUnderTest, mode: SettingsMode): ModelState {
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
        { provider: SHARED, id: `a0.${name}`, email, verified: false },
        { provider: SHARED, id: `a1.${name}`, email: `attacker.${name}@example.com`, verified: true },
        { provider: SHARED, id: `a2.${name}`, email: null, verified: false },
      ],
      own: [
        { provider: OWN_DOMAIN, id: `o0.${name}`, email, verified: true },
        { provider: OWN_DOMAIN, id: `o1.${name}`, email, verified: true },
        { provider: OWN_DOMAIN, id: `o2.${name}`, email: null, verified: false },
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
      provisioned: [],
    },
    victim: {
      emails: [email, `victim2.${name}@example.com`],
      email,
      phone: `44${digits}`,
      persons: [
        { provider: SHARED, id: `v0.${name}`, email, verified: true },
        { provider: SHARED, id: `v1.${name}`, email: null, verified: false },
        { provider: SHARED, id: `v2.${name}`, email, verified: false },
      ],
      session: null,
      home: null,
      factor: null,
      links: [],
      passkeys: new Set(),
      waits: null,
      mailbox: [],
    },
    employee: { subject: `e.${name}`, address: email, resource: null, account: null, active: false, sessions: [] },
    hers: new Map(),
    his: new Set(),
    asserted: new Set(),
    ended: new Set(),
    one_factor: new Set(),
    tainted: false,
    given: new Set(),
    vouched: new Set(),
    played: [],
    faults: new Set(),
  };
}

/** Returns the victim's account that the victim used last, or null. */
export function findVictimsAccount(w: ModelState): VictimAccount | null {
  return w.victim.home === null ? null : (w.hers.get(w.victim.home) ?? null);
}

/** Returns true if the model has not revoked the session. */
export const isLive = (w: ModelState, { id }: Session): boolean => !w.ended.has(id);

/** Returns the victim's session if it is valid and the account belongs to the victim. */
export function findVictimsSession(w: ModelState): Session | null {
  const { session } = w.victim;
  return session !== null && isLive(w, session) && w.hers.has(session.account) ? session : null;
}

/** Returns true if the account of the victim's last session has a second factor of the victim. */
export const victimHasFactor = ({ victim }: ModelState): boolean =>
  victim.factor !== null && victim.factor.account === victim.home;

/** Marks the known sessions of an account as revoked, except `keep`. */
export function endSessions(w: ModelState, account: string, keep?: string): void {
  const known = [...w.attacker.sessions, ...(w.victim.session === null ? [] : [w.victim.session])];
  for (const session of known) if (session.account === account && session.id !== keep) w.ended.add(session.id);
}

/** Records that access to an account was cut. Flows started before must no longer work. */
export function recordAccessCut(w: ModelState, account: string, event: string): void {
  const hers = w.hers.get(account);
  if (hers === undefined) return;
  hers.cut = w.now;
  hers.event = event;
}

/**
 * Records that the victim has confirmed an account. From this step on the account belongs to the victim, and
 * credentials that others added before are void.
 */
export function recordVictimConfirmed(w: ModelState, session: Session, proof: string): void {
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
