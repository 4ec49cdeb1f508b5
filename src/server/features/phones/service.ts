import { PHONES_PER_USER } from '#contract/limits';
import type { ConnectedPhone, Phone, PhoneApp, PhoneChange, SetUpPhone } from '#contract/phones';
import type { Clock, Ids } from '#server/clock';
import { toFlag, type PhoneRow, type PhoneTicketRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { AccountEmails } from '#server/features/session/accountEmails';
import type { SignedIn } from '#server/signedIn';
import type { Publisher } from '#server/publisher';
import { initialsOf } from './answer/members';
import { newPhoneKey, newTicket, readTicket, sealKey, secretHash, unsealKey } from './keys';
import { toPhone } from './mapper';
import type { PhoneRepository, PhoneUpdate } from './repository';
import type { SourceRepository } from '#server/features/locations/sources/repository';

/** What owners do with their phones. */
export interface PhoneService {
  list(userId: string): Promise<Phone[]>;
  /**
   * Connects a phone, and tells the owner's other devices and their email; the first one of a user is primary.
   * @throws DomainError 409 beyond PHONES_PER_USER
   */
  add(owner: SignedIn, phone: { name: string; app: PhoneApp }): Promise<ConnectedPhone>;
  change(userId: string, id: string, change: PhoneChange): Promise<Phone>;
  /** Replaces the key; the earlier one is dead at once, and so are the tickets. */
  renewKey(owner: SignedIn, id: string): Promise<ConnectedPhone>;
  remove(userId: string, id: string): Promise<void>;
  /** Exchanges a ticket for a fresh key. @throws DomainError 404 when it is unknown, expired or used */
  connect(ticket: string): Promise<SetUpPhone>;
  /** The key that a profile ticket was made with, once. @throws DomainError 404 as `connect` does */
  keyOfProfile(ticket: string): Promise<string>;
  deleteExpired(): Promise<void>;
}

/** What phones read and write. */
export interface PhoneStore {
  readonly phones: PhoneRepository;
  readonly sources: SourceRepository;
}

export interface PhoneDeps extends PhoneStore {
  inTransaction<Result>(work: (stored: PhoneStore) => Promise<Result>): Promise<Result>;
  readonly publisher: Publisher;
  /** Undefined where no emails are sent. */
  readonly emails: Pick<AccountEmails, 'phoneConnected'> | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** How long a link that sets a phone up can be used. */
const TICKET_LIFE_MS = 10 * 60_000;

/** @see PhoneService */
export function phoneService(deps: PhoneDeps): PhoneService {
  const { phones, inTransaction, publisher, clock, ids } = deps;
  const publish = (row: PhoneRow): Phone => {
    const phone = toPhone(row);
    publisher.phoneChanged(row.user_id, { id: row.id, phone });
    return phone;
  };

  return {
    ...setUp(deps, publish),
    list: async (userId) => (await phones.list(userId)).map(toPhone),
    async add(owner, { name, app }) {
      const { userId } = owner;
      const now = clock.now();
      const key = newPhoneKey();
      const made = await inTransaction(async (stored) => {
        const others = await stored.phones.list(userId);
        if (others.length >= PHONES_PER_USER) throw new DomainError('phone_limit');
        const row = newPhone({ id: ids.next(), userId, name, app, key, isFirst: others.length === 0, now });
        await stored.phones.insert(row);
        await stored.sources.put(userId, others.length === 0 ? { phones_from: now } : {});
        return { row, ticket: await storeTicket(stored, row.id, now) };
      });
      await announceKey(deps, owner);
      return { phone: publish(made.row), key, ticket: made.ticket };
    },
    async change(userId, id, { isPrimary, ...change }) {
      const changed = await inTransaction(async (stored) => {
        const row = await findOwn(stored, userId, id);
        await stored.phones.change(id, toUpdate(change));
        if (isPrimary) await makePrimary(stored, row);
        return stored.phones.list(userId);
      });
      // The one that was primary before has changed as well.
      const listed = changed.filter((row) => row.id === id || isPrimary).map(publish);
      return listed.find((phone) => phone.id === id) ?? notFound();
    },
    async renewKey(owner, id) {
      const { userId } = owner;
      const now = clock.now();
      const { row, key, ticket } = await inTransaction(async (stored) => {
        await findOwn(stored, userId, id);
        const renewed = await replaceKey(stored, id);
        return { ...renewed, ticket: await storeTicket(stored, id, now) };
      });
      await announceKey(deps, owner);
      return { phone: publish(row), key, ticket };
    },
    async remove(userId, id) {
      const heir = await inTransaction(async (stored) =>
        removePhone(stored, await findOwn(stored, userId, id)),
      );
      publisher.phoneChanged(userId, { id, phone: null });
      if (heir) publish(heir);
    },
    deleteExpired: () => inTransaction((stored) => stored.phones.deleteExpiredTickets(clock.now())),
  };
}

/** Notifies the owner of a new key, which can read the positions of their families until they end it. */
async function announceKey({ phones, publisher, emails, clock }: PhoneDeps, owner: SignedIn): Promise<void> {
  publisher.accountChanged(owner, 'phones');
  const email = emails && (await phones.ownerEmail(owner.userId));
  if (email !== undefined) emails?.phoneConnected(email, clock.now());
}

/** What tickets do. */
const setUp = (
  { inTransaction, clock }: PhoneDeps,
  publish: (row: PhoneRow) => Phone,
): Pick<PhoneService, 'connect' | 'keyOfProfile'> => ({
  async connect(written) {
    const now = clock.now();
    const { row, key, initials, profileTicket } = await inTransaction(async (stored) => {
      const ticket = await takeTicket(stored, written, 'connect', now);
      const renewed = await replaceKey(stored, ticket.phone_id);
      const name = await stored.phones.ownerName(renewed.row.user_id);
      return {
        ...renewed,
        initials: initialsOf(name),
        profileTicket: await storeProfile(stored, renewed, now),
      };
    });
    return { phone: publish(row), key, initials, ...(profileTicket !== undefined && { profileTicket }) };
  },
  async keyOfProfile(written) {
    const ticket = await inTransaction((stored) => takeTicket(stored, written, 'profile', clock.now()));
    return unsealKey(ticket.sealed_key ?? '', readTicket(written) ?? '');
  },
});

function notFound(): never {
  throw new DomainError('phone_not_found');
}

async function findOwn({ phones }: PhoneStore, userId: string, id: string): Promise<PhoneRow> {
  return (await phones.find(userId, id)) ?? notFound();
}

const toUpdate = ({ name, seesFamily, getsPlaces }: Omit<PhoneChange, 'isPrimary'>): PhoneUpdate => ({
  ...(name === undefined ? {} : { name }),
  ...(seesFamily === undefined ? {} : { sees_family: toFlag(seesFamily), told_at: null }),
  ...(getsPlaces === undefined ? {} : { gets_places: toFlag(getsPlaces) }),
});

/** From now on its positions count first. */
async function makePrimary({ phones, sources }: PhoneStore, row: PhoneRow): Promise<void> {
  await phones.setPrimary(row.user_id, row.id);
  await sources.put(row.user_id, { leading_phone_id: null, heard_at: row.last_seen_at });
}

/** @returns the phone that is primary instead, if the removed one was */
async function removePhone(
  stored: PhoneStore,
  { id, user_id, is_primary }: PhoneRow,
): Promise<PhoneRow | undefined> {
  await stored.phones.remove(id);
  const left = await stored.phones.list(user_id);
  const primary = left.find((row) => row.is_primary === 1) ?? left[0];
  if (primary) await makePrimary(stored, primary);
  else await stored.sources.put(user_id, { leading_phone_id: null, heard_at: null, phones_from: null });
  return is_primary === 1 && primary ? { ...primary, is_primary: 1 } : undefined;
}

async function replaceKey({ phones }: PhoneStore, id: string): Promise<{ row: PhoneRow; key: string }> {
  const key = newPhoneKey();
  await phones.removeTicketsOf(id);
  // The app is set up again, perhaps on another phone: it has nothing of what was sent before.
  await phones.forgetAnswers(id);
  await phones.change(id, {
    key_hash: secretHash(key),
    told_at: null,
    told_all_at: null,
    places_sent: null,
    status_asked_at: null,
    dropped_fixes: 0,
    dropped_at: null,
  });
  return { row: (await phones.byId(id)) ?? notFound(), key };
}

async function storeTicket({ phones }: PhoneStore, phoneId: string, now: number): Promise<string> {
  const ticket = newTicket();
  const row = { hash: secretHash(ticket), phone_id: phoneId, expires_at: now + TICKET_LIFE_MS };
  await phones.putTicket({ ...row, kind: 'connect', sealed_key: null });
  return ticket;
}

/** GPSLogger fetches its settings, the key among them, from an address. */
async function storeProfile(
  { phones }: PhoneStore,
  { row, key }: { row: PhoneRow; key: string },
  now: number,
): Promise<string | undefined> {
  if (row.app !== 'gpslogger') return undefined;
  const ticket = newTicket();
  const stored = { hash: secretHash(ticket), phone_id: row.id, expires_at: now + TICKET_LIFE_MS };
  await phones.putTicket({ ...stored, kind: 'profile', sealed_key: sealKey(key, ticket) });
  return ticket;
}

async function takeTicket(
  { phones }: PhoneStore,
  written: string,
  kind: PhoneTicketRow['kind'],
  now: number,
): Promise<PhoneTicketRow> {
  const ticket = readTicket(written);
  const row = ticket === undefined ? undefined : await phones.takeTicket(secretHash(ticket), kind, now);
  if (!row) throw new DomainError('phone_ticket_invalid');
  return row;
}

interface NewPhone {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly app: PhoneApp;
  readonly key: string;
  readonly isFirst: boolean;
  readonly now: number;
}

const newPhone = ({ id, userId, name, app, key, isFirst, now }: NewPhone): PhoneRow => ({
  id,
  user_id: userId,
  name,
  app,
  key_hash: secretHash(key),
  is_primary: toFlag(isFirst),
  sees_family: 1,
  gets_places: 1,
  created_at: now,
  last_seen_at: null,
  last_fix_at: null,
  last_accuracy: null,
  last_error: null,
  last_error_at: null,
  dropped_fixes: 0,
  dropped_at: null,
  battery: null,
  charging: null,
  connection: null,
  app_version: null,
  hints: '[]',
  anchor_latitude: null,
  anchor_longitude: null,
  anchor_at: null,
  moved_at: null,
  told_at: null,
  told_all_at: null,
  places_sent: null,
  status_asked_at: null,
});
