import type { Clock, Ids } from './clock';
import type { Database, Queries } from './db/schema';
import type { DeletedDataEraser } from './db/secureDelete';
import type { TransactionsOn } from './db/transactions';
import { announcedAlerts } from './features/alerts/deliveries/announcements';
import { schedulingRepository } from './features/alerts/deliveries/scheduling/repository';
import type { AlertDelivery } from './features/alerts/delivery';
import { joiningAnnouncer } from './features/alerts/joinedNotices';
import { alertRepository } from './features/alerts/repository';
import { activityRepository, type NewStamp } from './features/families/activity/repository';
import { type MembershipService, membershipService } from './features/families/administration/service';
import { blockRepository } from './features/families/blocks/repository';
import { type BlockService, blockService } from './features/families/blocks/service';
import { invitationRepository } from './features/families/invitations/repository';
import { type InvitationService, invitationService } from './features/families/invitations/service';
import { familyRepository } from './features/families/repository';
import { type FamilyService, familyService } from './features/families/service';
import { geofenceRepository } from './features/geofences/repository';
import { EXPORT_SECTIONS } from './exportSections';
import { visibility } from './features/families/visibility';
import { createExporter } from './features/session/account/export';
import type { AccountEmails } from './features/session/accountEmails';
import { accountLinkRepository } from './features/session/accountLinks/repository';
import { accountRepository } from './features/session/account/repository';
import { type AccountService, accountService } from './features/session/account/service';
import { passwordCheckOf } from './features/session/passwordCheck';
import type { PasswordHasher } from './features/session/passwords';
import type { Publisher } from './publisher';

/** The rules of accounts and families. */
export interface PeopleServices {
  accounts: AccountService;
  families: FamilyService;
  membership: MembershipService;
  invitations: InvitationService;
  blocks: BlockService;
}

export interface PeopleDeps {
  database: Database;
  clock: Clock;
  ids: Ids;
}

/** Accounts, families and who is in them. */
export function peopleServices(
  { database, clock, ids }: PeopleDeps,
  { inTransaction, passwords, emails, publisher, eraser, delivery, deletePositions }: PeopleCollaborators,
): PeopleServices {
  const newStamp = () => ({ id: ids.next(), at: clock.now() });
  const [storedFamilies, storedAccounts] = [familyStore(newStamp, { ids, delivery }), accountStore(newStamp)];
  const families = {
    stored: storedFamilies(database),
    inTransaction: inTransaction(storedFamilies),
    publisher,
    clock,
    ids,
  };
  return {
    accounts: accountService({
      ...storedAccounts(database),
      inTransaction: inTransaction(storedAccounts),
      exporter: createExporter(database, clock, EXPORT_SECTIONS),
      passwords,
      passwordCheck: passwordCheckOf(accountRepository(database), passwords),
      emails,
      publisher,
      clock,
      deletePositions,
      eraseDeletedData: eraser.erase,
    }),
    families: familyService(families),
    membership: membershipService(families),
    invitations: invitationService(families),
    blocks: blockService(families),
  };
}

interface PeopleCollaborators {
  inTransaction: TransactionsOn;
  passwords: PasswordHasher;
  /** Undefined where no emails are sent. */
  emails: AccountEmails | undefined;
  publisher: Publisher;
  eraser: DeletedDataEraser;
  delivery: AlertDelivery;
  deletePositions(userId: string): Promise<void>;
}

const accountStore = (newStamp: NewStamp) => (queries: Queries) => ({
  accounts: accountRepository(queries),
  families: familyRepository(queries),
  activity: activityRepository(queries, newStamp),
  geofences: geofenceRepository(queries),
  visibility: visibility(queries),
  links: accountLinkRepository(queries),
});

const familyStore =
  (newStamp: NewStamp, by: { ids: Ids; delivery: AlertDelivery }) => (queries: Queries) => ({
    families: familyRepository(queries),
    invitations: invitationRepository(queries),
    blocks: blockRepository(queries),
    activity: activityRepository(queries, newStamp),
    visibility: visibility(queries),
    announceJoining: joiningAnnouncer(
      announcedAlerts(alertRepository(queries), schedulingRepository(queries)),
      by,
    ),
  });
