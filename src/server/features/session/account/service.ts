import type * as z from 'zod/mini';
import type { ChangedUser, ChangePasswordInput, Profile, UpdateUserInput } from '#contract/session';
import type { Clock } from '#server/clock';
import type { PictureRow, UserRow } from '#server/db/schema';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import type { ActivityRepository } from '#server/features/families/activity/repository';
import { removeMember } from '#server/features/families/members';
import type { FamilyRepository } from '#server/features/families/repository';
import type { Visibility } from '#server/features/families/visibility';
import type { AccountEmails } from '../accountEmails';
import type { AccountLinkRepository } from '../accountLinks/repository';
import { rejectCommonPassword } from '../commonPasswords';
import type { SignedIn } from '#server/signedIn';
import { type PasswordCheck, requireOpenSession } from '../passwordCheck';
import type { PasswordHasher } from '../passwords';
import { changeEmail } from './emailChange';
import type { Exporter } from './export';
import { requireOwnAccount } from '#server/signedIn';
import { newPictureName, pictureUrl, readPicture } from './pictures';
import type { AccountRepository, UserChange } from './repository';

type UserFields = z.output<typeof UpdateUserInput>;

export interface AccountService {
  /** A profile as the viewer may see it. */
  profile(viewerId: string, personId: string): Promise<Profile>;
  /**
   * Whether these fields would give the account another email.
   * @throws DomainError 400 when they would and no password comes along
   */
  changesEmail(viewerId: string, fields: UserFields): Promise<boolean>;
  /** @throws DomainError 400 for a wrong password */
  confirmPassword(viewerId: string, currentPassword: string): Promise<void>;
  /** @returns the new values of the fields that were given */
  change(viewer: SignedIn, personId: string, fields: UserFields): Promise<ChangedUser>;
  /**
   * Called before rate limits and hashing, because choosing a password is not a guess.
   * @throws DomainError 400 for a common password
   */
  rejectCommonPassword(password: string): void;
  /** Invalidates every token of the account. */
  changePassword(
    viewerId: string,
    personId: string,
    passwords: z.output<typeof ChangePasswordInput>,
  ): Promise<void>;
  /** Invalidates every token of the account. */
  signOutEverywhere(viewer: SignedIn, currentPassword: string): Promise<void>;
  /** Deletes the account and all data about the person. */
  remove(viewer: SignedIn, personId: string, password: string): Promise<void>;
  /** All data about the person as chunks of one JSON text. */
  exportData(viewerId: string, personId: string, requireSession: () => Promise<void>): AsyncGenerator<string>;
  picture(name: string): Promise<PictureRow>;
  /** Deletes what others may register again. */
  deleteReservedEmails(): Promise<void>;
}

/** What becomes of geofences when the person who made them deletes their account. */
interface GeofencesOfPeople {
  /** The families in which there are some that the person made. */
  familiesWithGeofencesOf(userId: string): Promise<string[]>;
  handOver(familyId: string, from: string, to: string): Promise<void>;
  removeMadeBy(familyId: string, userId: string): Promise<void>;
}

/** What accounts read and write. */
interface AccountStore {
  readonly accounts: AccountRepository;
  readonly families: FamilyRepository;
  readonly activity: ActivityRepository;
  readonly geofences: GeofencesOfPeople;
  readonly visibility: Visibility;
  readonly links: AccountLinkRepository;
}

export interface AccountDeps extends AccountStore {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: AccountStore) => Promise<Result>): Promise<Result>;
  exporter: Exporter;
  passwords: PasswordHasher;
  passwordCheck: PasswordCheck;
  /** Undefined where no emails are sent: a new email counts at once there. */
  emails: AccountEmails | undefined;
  publisher: Publisher;
  clock: Clock;
  /** Deletes a person's positions and imports, some at a time: with the account, millions would go in one statement. */
  deletePositions(userId: string): Promise<void>;
  /** Removes what the database keeps of deleted rows outside its tables. */
  eraseDeletedData(): Promise<void>;
}

/** The fields of an account that its families see. */
const CHANGED_FOR_FAMILIES = ['name', 'profileImage', 'phone', 'sharesPhone'] as const;

/** The rules of accounts. */
export function accountService(deps: AccountDeps): AccountService {
  const { accounts, visibility, inTransaction, passwords, passwordCheck, publisher } = deps;

  return {
    async profile(viewerId, personId) {
      const visible = await visibility.visibleTo(viewerId, [personId]);
      const user = visible.has(personId) ? await accounts.byId(personId) : undefined;
      if (!user) throw new DomainError('user_not_found');
      return serializeProfile(user, viewerId === personId);
    },
    async changesEmail(viewerId, { email, currentPassword }) {
      if (email === undefined || (await accounts.byId(viewerId))?.email === email) return false;
      if (currentPassword === undefined) throw new DomainError('email_needs_password');
      return true;
    },
    async confirmPassword(viewerId, currentPassword) {
      await passwordCheck(viewerId, currentPassword, 'wrong_current_password');
    },
    async change(viewer, personId, fields) {
      requireOwnAccount(viewer.userId, personId);
      const changed = await change(deps, viewer, fields);
      if (CHANGED_FOR_FAMILIES.some((field) => fields[field] !== undefined))
        for (const familyId of await visibility.familiesOf(personId)) publisher.familyChanged(familyId);
      return changed;
    },
    rejectCommonPassword,
    async changePassword(viewerId, personId, { currentPassword, newPassword }) {
      requireOwnAccount(viewerId, personId);
      const user = await passwordCheck(personId, currentPassword, 'wrong_current_password');
      const hash = await passwords.hash(newPassword);
      const isSet = await inTransaction((stored) =>
        stored.accounts.setPassword(personId, user.password_hash, hash),
      );
      if (!isSet) throw new DomainError('password_changed_elsewhere');
      publisher.disconnect(personId);
      deps.emails?.passwordChanged(user.email);
    },
    async signOutEverywhere(viewer, currentPassword) {
      await passwordCheck(viewer.userId, currentPassword, 'wrong_current_password');
      await inTransaction((stored) => endSessions(stored, viewer));
      publisher.disconnect(viewer.userId);
    },
    async remove(viewer, personId, password) {
      requireOwnAccount(viewer.userId, personId);
      await passwordCheck(personId, password, 'wrong_password');
      publishRemoval(publisher, personId, await removeAll(deps, viewer));
      publisher.disconnect(personId);
      // PostgreSQL may have stored positions while it deleted the account.
      await deps.deletePositions(personId);
      await deps.eraseDeletedData();
    },
    exportData(viewerId, personId, requireSession) {
      requireOwnAccount(viewerId, personId);
      return deps.exporter.exportData(personId, requireSession);
    },
    deleteReservedEmails: () => accounts.deleteReservedEmails(deps.clock.now()),
    picture: (name) => findPicture(accounts, name),
  };
}

async function endSessions({ accounts }: AccountStore, { userId, sessionId }: SignedIn): Promise<void> {
  await requireOpenSession(accounts, sessionId);
  await accounts.endSessions(userId);
}

/** @throws DomainError 404 */
async function findPicture(accounts: AccountRepository, name: string): Promise<PictureRow> {
  const found = await accounts.picture(name);
  if (!found) throw new DomainError('picture_not_found');
  return found;
}

/** What the removal of an account changes for others. */
interface AccountRemoval {
  /** Families of the person. */
  readonly left: readonly string[];
  /** Families in which the person had made geofences. */
  readonly withGeofences: readonly string[];
  /** Families that had invited the person. */
  readonly inviting: readonly string[];
  /** People whom the person had invited. */
  readonly uninvited: readonly string[];
}

function publishRemoval(publisher: Publisher, personId: string, removal: AccountRemoval): void {
  for (const familyId of removal.left) publisher.memberLeft(familyId, personId);
  for (const familyId of removal.withGeofences) publisher.geofencesChanged(familyId);
  for (const familyId of removal.inviting) publisher.familyChanged(familyId);
  for (const invitedId of removal.uninvited) publisher.invitationsChanged(invitedId);
}

/** Deletes the positions, then, in one transaction, removes the person from all their families and deletes the account. */
async function removeAll(
  { accounts: current, inTransaction, deletePositions }: AccountDeps,
  { userId: personId, sessionId }: SignedIn,
): Promise<AccountRemoval> {
  await requireOpenSession(current, sessionId);
  await deletePositions(personId);
  return inTransaction(async (stored) => {
    const { accounts, activity, families, geofences, visibility } = stored;
    await requireOpenSession(accounts, sessionId);
    const left = await visibility.familiesOf(personId);
    const uninvited: string[] = [];
    for (const familyId of left)
      uninvited.push(...((await removeMember(stored, familyId, personId, 'deleted')) ?? []));
    const inviting = await families.familiesInviting(personId);
    const withGeofences = await geofences.familiesWithGeofencesOf(personId);
    for (const familyId of withGeofences) await settleGeofences(stored, familyId, personId);
    await activity.removeNamesOf(personId);
    await accounts.remove(personId);
    return { left, withGeofences, inviting, uninvited };
  });
}

/** What the person made goes, or gets the admin who joined first as its owner, as the family has decided. */
async function settleGeofences(
  { families, geofences }: AccountStore,
  familyId: string,
  personId: string,
): Promise<void> {
  const family = await families.byId(familyId);
  const admin = (await families.membersOf([familyId])).find(({ isAdmin }) => isAdmin);
  if (family?.keepsGeofences && admin) await geofences.handOver(familyId, personId, admin.userId);
  else await geofences.removeMadeBy(familyId, personId);
}

function serializeProfile(
  { id, name, email, phone, shares_phone: shared, profile_image: profileImage }: UserRow,
  isOneself: boolean,
): Profile {
  const own = { email, phone, sharesPhone: shared === 1 };
  return { id, name, profileImage, ...(isOneself ? own : shared && phone ? { phone } : {}) };
}

/** Changes an account and informs its devices. @throws DomainError 409 when another account has the email */
async function change(
  deps: AccountDeps,
  viewer: SignedIn,
  { name, email, phone, sharesPhone, profileImage }: UserFields,
): Promise<ChangedUser> {
  const { emails, publisher } = deps;
  const now = deps.clock.now();
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone: phone || null }),
  };
  const sharing: UserChange = sharesPhone === undefined ? {} : { shares_phone: sharesPhone ? 1 : 0 };
  const { before, outcome, image } = await deps.inTransaction(async (store) => {
    const { accounts } = store;
    const user = await accounts.byId(viewer.userId);
    if (!user) throw new DomainError('not_signed_in');
    if (email !== undefined) await requireOpenSession(accounts, viewer.sessionId);
    const about = { now, isConfirmed: emails !== undefined };
    const changedEmail = await changeEmail(store, user, email, about);
    const picture =
      profileImage === undefined ? undefined : await replacePicture(accounts, user, profileImage, now);
    const stored: UserChange = {
      ...fields,
      ...sharing,
      ...(picture === undefined ? {} : { profile_image: picture }),
    };
    if (Object.keys(stored).length > 0) await accounts.change(user.id, stored);
    return { before: user, outcome: changedEmail, image: picture };
  });
  const { fields: emailFields, linkToken } = outcome;
  if ((emailFields.email ?? before.email) !== before.email) publisher.accountChanged(viewer, 'email');
  // An SOS shows it. Clients of the specification can change it without the password, so at least the owner is informed.
  if ((fields.phone ?? null) !== before.phone && phone !== undefined)
    publisher.accountChanged(viewer, 'phone');
  if (email !== undefined && linkToken !== undefined) emails?.confirmEmail(email, linkToken);
  return {
    ...fields,
    ...emailFields,
    ...(sharesPhone === undefined ? {} : { sharesPhone }),
    ...(image === undefined ? {} : { profileImage: image }),
  };
}

/** Replaces or removes the picture. @returns the new `profileImage` */
async function replacePicture(
  accounts: AccountRepository,
  user: UserRow,
  given: string | null,
  now: number,
): Promise<string | null> {
  if (given === user.profile_image) return given;
  const name = newPictureName();
  const picture = given === null ? null : { name, user_id: user.id, ...readPicture(given), created_at: now };
  await accounts.setPicture(user.id, picture);
  return picture ? pictureUrl(name) : null;
}
