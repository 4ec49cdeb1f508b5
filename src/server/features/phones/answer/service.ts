import type { LatLng } from '#shared/geo';
import type { Clock } from '#server/clock';
import type { PhoneRow } from '#server/db/schema';
import type { GeofenceRepository } from '#server/features/geofences/repository';
import type { LatestRow, LocationRepository } from '#server/features/locations/repository';
import { pauseAt } from '#server/features/locations/sources/pauses';
import type { PhoneStore } from '../service';
import type { PhoneUpdate } from '../repository';
import { cardOf, cardVersion, locationOf, tidOf } from './members';
import { placesCommand } from './places';
import type { AnswerRepository, MemberProfile } from './repository';

/** What a position of a phone is answered with. */
export interface AnswerService {
  /**
   * The members whom its owner may see now, their names and pictures, and the places: what has changed since the last answer.
   * @param hasRepeats the phone sends again what was taken before, so it may not have got that answer
   * @param from where the phone is
   */
  answerFor(
    phone: PhoneRow,
    about: { hasRepeats: boolean; from: LatLng | undefined },
  ): Promise<readonly object[]>;
}

/** What answers read and write. */
export interface AnswerStore extends PhoneStore {
  readonly answers: AnswerRepository;
}

export interface AnswerDeps extends AnswerStore {
  readonly locations: Pick<LocationRepository, 'latestVisibleTo'>;
  readonly geofences: Pick<GeofenceRepository, 'listVisibleTo'>;
  inTransaction<Result>(work: (stored: AnswerStore) => Promise<Result>): Promise<Result>;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
const OLDEST_MS = 7 * 24 * HOUR_MS;
const ALL_EVERY_MS = 6 * HOUR_MS;
const CARDS_PER_ANSWER = 2;
/** More makes the app slow. What does not fit comes with the next answer. */
const MAX_BYTES = 192_000;

/** @see AnswerService */
export function answerService(deps: AnswerDeps): AnswerService {
  const { answers, geofences, clock } = deps;

  return {
    async answerFor({ id, key_hash: key }, { hasRepeats, from }) {
      const now = clock.now();
      // As it is now: another key, whose app knows nothing yet, or another setting may have come meanwhile.
      const phone = await deps.phones.byId(id);
      if (phone?.sees_family !== 1 || phone.key_hash !== key) return [];
      const isAll = hasRepeats || phone.told_at === null || now - (phone.told_all_at ?? 0) >= ALL_EVERY_MS;
      const members = await readMembers(deps, phone.user_id, now);
      const cards = await newCards(answers, phone.id, members, hasRepeats);
      const places =
        phone.gets_places === 1
          ? placesCommand(await geofences.listVisibleTo(phone.user_id), {
              from,
              before: phone.places_sent,
              isAgain: hasRepeats,
            })
          : undefined;
      const asksStatus = phone.status_asked_at === null;
      const commands = [
        ...(places ? [places.command] : []),
        ...(asksStatus ? [{ _type: 'cmd', action: 'status' }] : []),
      ];
      const before = cards.map(({ card }) => card);
      const news = await newPositions(answers, phone.id, members, isAll);
      const sentPositions = fitting(news, MAX_BYTES - bytesOf([...before, ...commands]));
      const update: PhoneUpdate = {
        ...(sentPositions.length > 0 || isAll ? { told_at: now } : {}),
        ...(isAll ? { told_all_at: now } : {}),
        ...(places ? { places_sent: places.sent } : {}),
        ...(asksStatus ? { status_asked_at: now } : {}),
      };
      await recordSent(deps, phone, { update, isAll, hasRepeats, cards, sentPositions });
      return [...before, ...sentPositions.map(({ message }) => message), ...commands];
    },
  };
}

interface Sent {
  readonly update: PhoneUpdate;
  readonly isAll: boolean;
  readonly hasRepeats: boolean;
  readonly cards: readonly NewCard[];
  readonly sentPositions: readonly NewPosition[];
}

/** Records what the phone has after this answer. */
async function recordSent(
  { inTransaction }: Pick<AnswerDeps, 'inTransaction'>,
  { id: phoneId, key_hash: key }: PhoneRow,
  { update, isAll, hasRepeats, cards, sentPositions }: Sent,
): Promise<void> {
  if (Object.keys(update).length === 0 && cards.length === 0) return;
  await inTransaction(async ({ phones, answers }) => {
    // The app with another key does not have this answer.
    if ((await phones.byId(phoneId))?.key_hash !== key) return;
    await phones.change(phoneId, update);
    if (hasRepeats) await phones.forgetAnswers(phoneId);
    else if (isAll) await answers.forgetPositions(phoneId);
    for (const { memberId, version } of cards) await answers.putCard(phoneId, memberId, version);
    await answers.putPositions(
      sentPositions.map(({ memberId, recordedAt }) => ({
        phone_id: phoneId,
        member_id: memberId,
        recorded_at: recordedAt,
      })),
    );
  });
}

interface Member {
  readonly profile: MemberProfile;
  readonly tid: string;
  readonly row: LatestRow;
}

/** The others whose newest position the owner may see, and who have not paused. */
async function readMembers(
  { locations, sources, answers }: AnswerDeps,
  ownerId: string,
  now: number,
): Promise<Member[]> {
  const rows = await locations.latestVisibleTo(ownerId);
  const others = rows.filter((row) => row.user_id !== ownerId && now - row.recorded_at <= OLDEST_MS);
  if (others.length === 0) return [];
  const ids = others.map((row) => row.user_id);
  const pauses = await sources.pausesOf(ids, now);
  const isPaused = (userId: string): boolean =>
    pauseAt(
      pauses.filter((pause) => pause.user_id === userId),
      now,
    ) !== undefined;
  const profiles = new Map((await answers.profilesOf(ids)).map((profile) => [profile.id, profile]));
  const members: Member[] = [];
  for (const row of others) {
    const profile = profiles.get(row.user_id);
    if (!profile || isPaused(row.user_id)) continue;
    members.push({ profile, row, tid: profile.phone_tid ?? (await newTid(answers, profile)) });
  }
  return members;
}

async function newTid(answers: AnswerRepository, profile: MemberProfile): Promise<string> {
  await answers.setTid(profile.id, tidOf(profile));
  const [stored] = await answers.profilesOf([profile.id]);
  return stored?.phone_tid ?? tidOf(profile);
}

interface NewCard {
  readonly memberId: string;
  readonly version: string;
  readonly card: object;
}

/** The names and pictures that the phone does not have, some at a time. */
async function newCards(
  answers: AnswerRepository,
  phoneId: string,
  members: readonly Member[],
  isAll: boolean,
): Promise<NewCard[]> {
  const known = isAll ? new Map<string, string>() : await answers.cardsOf(phoneId);
  const missing = members.filter(({ profile }) => known.get(profile.id) !== cardVersion(profile));
  return Promise.all(
    missing.slice(0, CARDS_PER_ANSWER).map(async ({ profile, tid }) => ({
      memberId: profile.id,
      version: cardVersion(profile),
      card: cardOf(tid, profile, await answers.pictureOf(profile.id)),
    })),
  );
}

interface NewPosition {
  readonly memberId: string;
  readonly recordedAt: number;
  readonly message: object;
}

/** The positions that the phone does not have. @param isAll those that it has as well */
async function newPositions(
  answers: AnswerRepository,
  phoneId: string,
  members: readonly Member[],
  isAll: boolean,
): Promise<NewPosition[]> {
  const known = isAll ? new Map<string, number>() : await answers.positionsOf(phoneId);
  return members
    .filter(({ profile, row }) => known.get(profile.id) !== row.recorded_at)
    .map(({ profile, tid, row }) => ({
      memberId: profile.id,
      recordedAt: row.recorded_at,
      message: locationOf(tid, row),
    }));
}

const bytesOf = (messages: readonly object[]): number => Buffer.byteLength(JSON.stringify(messages));

/** As many of the first positions as take so many bytes in a list with others. */
function fitting(positions: readonly NewPosition[], bytes: number): readonly NewPosition[] {
  let left = bytes;
  const end = positions.findIndex(({ message }) => (left -= bytesOf([message])) < 0);
  return end < 0 ? positions : positions.slice(0, end);
}
