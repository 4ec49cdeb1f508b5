import type * as z from 'zod/mini';
import type { ChangedUser, ChangePasswordInput, Profile, UpdateUserInput } from '#contract/session';
import type { Clock } from '#server/clock';
import type { PictureRow, UserRow } from '#server/db/schema';
import type { Publisher } from '#server/publisher';
import { DomainError } from '#server/domainError';
import type { ActivityRepository } from '#server/features/families/activity/repository';
import { removeMember } from '#server/features/families/members';
import type { FamilyRepository } from '#server/features/families/repository';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import type { Visibility } from '#server/features/families/visibility';
import { rejectCommonPassword } from '../commonPasswords';
import type { SignedIn } from '../signedIn';
import type { PasswordCheck } from '../passwordCheck';
import type { PasswordHasher } from '../passwords';
import type { Exporter } from './export';
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
  signOutEverywhere(userId: string, currentPassword: string): Promise<void>;
  /** Deletes the account and all data about the person. */
  remove(viewerId: string, personId: string, password: string): Promise<void>;
  /** All data about the person as chunks of one JSON text. */
  exportData(viewerId: string, personId: string): AsyncGenerator<string>;
  picture(name: string): Promise<PictureRow>;
  /** Deletes what others may register again. */
  forgetReservedEmails(): Promise<void>;
}

/** What accounts read and write. */
interface AccountStore {
  readonly accounts: AccountRepository;
  readonly families: FamilyRepository;
  readonly activity: ActivityRepository;
  readonly geofences: GeofenceRepository;
  readonly visibility: Visibility;
}

export interface AccountDeps extends AccountStore {
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stored: AccountStore) => Promise<Result>): Promise<Result>;
  exporter: Exporter;
  passwords: PasswordHasher;
  passwordCheck: PasswordCheck;
  publisher: Publisher;
  clock: Clock;
  /** Removes what the store keeps of deleted rows outside its tables. */
  eraseTraces(): Promise<void>;
}

/** @throws DomainError 403, whether or not an account has that id */
function requireOwnAccount(viewerId: string, personId: string): void {
  if (viewerId !== personId) throw new DomainError('not_own_account');
}

/** The rules of accounts. */
export function accountService(deps: AccountDeps): AccountService {
  const { accounts, visibility, inTransaction, passwords, passwordCheck, publisher } = deps;

  return {
    async profile(viewerId, personId) {
      const isOneself = viewerId === personId;
      const visible = await visibility.visibleTo(viewerId, [personId]);
      const user = visible.has(personId) ? await accounts.byId(personId) : undefined;
      if (!user) throw new DomainError('user_not_found');
      const { id, name, email, phone, profile_image: profileImage } = user;
      return { id, name, profileImage, ...(isOneself ? { email, phone } : {}) };
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
      const { changed, hasNewEmail } = await change(deps, personId, fields);
      if (hasNewEmail) publisher.accountChanged(viewer, 'email');
      if (fields.name !== undefined || fields.profileImage !== undefined)
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
    },
    async signOutEverywhere(userId, currentPassword) {
      await passwordCheck(userId, currentPassword, 'wrong_current_password');
      await inTransaction((stored) => stored.accounts.endSessions(userId));
      publisher.disconnect(userId);
    },
    async remove(viewerId, personId, password) {
      requireOwnAccount(viewerId, personId);
      await passwordCheck(personId, password, 'wrong_password');
      const { left, withGeofences } = await removeAll(deps, personId);
      for (const familyId of left) publisher.memberLeft(familyId, personId);
      for (const familyId of withGeofences) publisher.geofencesChanged(familyId);
      publisher.disconnect(personId);
      await deps.eraseTraces();
    },
    exportData(viewerId, personId) {
      requireOwnAccount(viewerId, personId);
      return deps.exporter.exportData(personId);
    },
    forgetReservedEmails: () => accounts.forgetReservedEmails(deps.clock.now()),
    picture: (name) => findPicture(accounts, name),
  };
}

/** @throws DomainError 404 */
async function findPicture(accounts: AccountRepository, name: string): Promise<PictureRow> {
  const found = await accounts.picture(name);
  if (!found) throw new DomainError('picture_not_found');
  return found;
}

/**
 * Removes the person from all their families, then deletes the account.
 * @returns the families, and those in which the person had made geofences
 */
function removeAll(
  { inTransaction }: AccountDeps,
  personId: string,
): Promise<{ left: string[]; withGeofences: string[] }> {
  return inTransaction(async (stored) => {
    const { accounts, activity, geofences, visibility } = stored;
    const left = await visibility.familiesOf(personId);
    for (const familyId of left) await removeMember(stored, familyId, personId, 'deleted');
    const withGeofences = await geofences.familiesWithGeofencesOf(personId);
    for (const familyId of withGeofences) await settleGeofences(stored, familyId, personId);
    await activity.forget(personId);
    await accounts.remove(personId);
    return { left, withGeofences };
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

/** An account's former email stays reserved for this long: its owner may want it back. */
const EMAIL_RESERVED_MS = 30 * 86_400_000;
/** An email that was held for less time is not reserved: it may be a typing error, or somebody else's. */
const EMAIL_HELD_MS = 86_400_000;

/** Stores changed fields, a new picture included. @throws DomainError 409 when another account has the email */
async function change(
  { inTransaction, clock }: AccountDeps,
  id: string,
  { name, email, phone, profileImage }: UserFields,
): Promise<{ changed: ChangedUser; hasNewEmail: boolean }> {
  const now = clock.now();
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone: phone || null }),
  };
  return inTransaction(async ({ accounts }) => {
    const user = await accounts.byId(id);
    if (!user) throw new DomainError('not_signed_in');
    if (email !== undefined && (await accounts.isEmailTaken(email, id, now)))
      throw new DomainError('email_taken');
    const hasNewEmail = email !== undefined && email !== user.email;
    if (hasNewEmail && now >= (user.email_changed_at ?? user.created_at) + EMAIL_HELD_MS)
      await accounts.reserveEmail(user.email, id, now + EMAIL_RESERVED_MS);
    const image =
      profileImage === undefined ? undefined : await replacePicture(accounts, user, profileImage, now);
    const stored: UserChange = {
      ...fields,
      ...(hasNewEmail ? { email_changed_at: now } : {}),
      ...(image === undefined ? {} : { profile_image: image }),
    };
    if (Object.keys(stored).length > 0) await accounts.change(id, stored);
    const changed = { ...fields, ...(image === undefined ? {} : { profileImage: image }) };
    return { changed, hasNewEmail };
  });
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
