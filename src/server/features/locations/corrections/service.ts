import type { Correction, CorrectionInput } from '#contract/corrections';
import { CORRECTIONS_PER_USER } from '#contract/limits';
import { dayInTimeZone } from '#shared/days';
import type { Clock } from '#server/clock';
import type { StayCorrectionRow } from '#server/db/schema';
import { DomainError } from '#server/domainError';
import type { Visibility } from '#server/features/families/visibility';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import { placesOf } from '../timeline/places';
import type { TimelineStores } from '../timeline/dayData';
import { toCorrection } from './naming';
import type { CorrectionRepository } from './repository';

export interface CorrectionService {
  /** Those of a member that touch a day, as far as the viewer may see them. */
  list(viewerId: string, personId: string, date: string, timeZone: string): Promise<Correction[]>;
  /** Corrects the person's own timeline. @param id their choice; an earlier correction of it is replaced */
  put(userId: string, id: string, input: CorrectionInput): Promise<Correction>;
  remove(userId: string, id: string): Promise<void>;
  /** Deletes corrections of times whose positions have expired. */
  deleteExpired(): Promise<void>;
}

export interface CorrectionDeps {
  corrections: CorrectionRepository;
  geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  visibility: Visibility;
  /** Runs the work on repositories inside one transaction. */
  inTransaction<Result>(work: (stores: TimelineStores) => Promise<Result>): Promise<Result>;
  clock: Clock;
  retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;

/** The rules of what people correct in their timelines. */
export function correctionService(deps: CorrectionDeps): CorrectionService {
  const { corrections, visibility, clock, retentionDays } = deps;
  return {
    async list(viewerId, personId, date, timeZone) {
      const since = (await visibility.visibleTo(viewerId, [personId])).get(personId);
      if (since === undefined) throw new DomainError('user_not_found');
      const { start, end } = dayInTimeZone(date, timeZone);
      const rows = await corrections.touching(personId, Math.max(start, since), end);
      const viewer = {
        isOwn: viewerId === personId,
        places: await placesOf(deps, viewerId, personId),
      };
      // Reveals nothing of the time before the viewer may see the member.
      return rows.map((row) => toCorrection({ ...row, start_at: Math.max(row.start_at, since) }, viewer));
    },
    async put(userId, id, input) {
      const places = await placesOf(deps, userId, userId);
      if (input.placeId !== undefined && !places.some((place) => place.id === input.placeId))
        throw new DomainError('geofence_not_found');
      const row = toRow(userId, id, input, clock.now());
      await deps.inTransaction((stores) => store(stores, row));
      return toCorrection(row, { isOwn: true, places });
    },
    async remove(userId, id) {
      await deps.inTransaction(async (stores) => {
        await stores.dayTotals.lock(userId);
        const row = await stores.corrections.find(userId, id);
        if (!row) throw new DomainError('correction_not_found');
        await stores.corrections.delete(userId, id);
        await stores.dayTotals.dropTouching(userId, row.start_at, row.end_at);
      });
    },
    deleteExpired: () =>
      corrections.deleteWithoutFixes({ before: clock.now() - (retentionDays - 1) * DAY_MS }),
  };
}

async function store({ corrections, dayTotals }: TimelineStores, row: StayCorrectionRow): Promise<void> {
  await dayTotals.lock(row.user_id);
  const before = await corrections.find(row.user_id, row.id);
  if (!before && (await corrections.count(row.user_id)) >= CORRECTIONS_PER_USER)
    throw new DomainError('correction_limit');
  await corrections.put(row);
  for (const { start_at, end_at } of before ? [before, row] : [row])
    await dayTotals.dropTouching(row.user_id, start_at, end_at);
}

const toRow = (userId: string, id: string, input: CorrectionInput, now: number): StayCorrectionRow => ({
  user_id: userId,
  id,
  kind: input.kind,
  start_at: Date.parse(input.start),
  end_at: Date.parse(input.end),
  name: input.name ?? null,
  geofence_id: input.placeId ?? null,
  changed_at: now,
});
