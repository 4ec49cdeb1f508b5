import type { ActivityEntry } from '#contract/families';
import type { Block } from '#contract/invitations';
import { lateReducer } from '#client/store/lateReducer';
import { noTasks, type Tasks } from '#client/store/tasks';
import type { CopyStatus } from '../slice';

/** What admins can do with their family. */
export type AdministrationTask = 'rename' | 'code' | 'invite' | 'member' | 'settings' | 'block';

/** What a family can decide for all its members. */
export interface FamilySettings {
  showsEarlierMessages?: boolean;
  keepsGeofences?: boolean;
}

/** What the page says of a task that is done. */
export type AdministrationResult = 'family_renamed' | 'code_renewed' | 'member_invited' | 'family_blocked';

/** Tasks that the admin confirms in a dialog first. */
export type AdministrationQuestion =
  { about: 'newCode'; familyId: string } | { about: 'removal'; familyId: string; memberId: string };

export interface AdministrationState extends Tasks<AdministrationTask, AdministrationResult> {
  question: AdministrationQuestion | null;
  /** True while the invitation code of the selected family is shown. */
  codeShown: boolean;
  /** True while its QR code is shown. */
  qrShown: boolean;
  linkCopy: CopyStatus;
  /** What happened in a family, newest first; null while it is not known. */
  activity: { familyId: string; entries: ActivityEntry[] } | null;
  /** Families and people whose invitations this person does not get. */
  blocks: Block[];
}

export const initialAdministration: AdministrationState = {
  ...noTasks(),
  question: null,
  codeShown: false,
  qrShown: false,
  linkCopy: 'idle',
  activity: null,
  blocks: [],
};

/** Its rules load with the pages that show it. */
export const administration = lateReducer(initialAdministration);
