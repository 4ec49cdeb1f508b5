import { call, put, select, take } from 'typed-redux-saga';
import { distanceBetween } from '#shared/geo';
import { request } from '#client/sagas/request';
import { RequestFailed } from '#client/services/errors';
import type { AppError, ClientErrorCode, Services } from '#client/services/types';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { parseDegrees, isComplete } from '../draft';
import { selectFamilyGeofences, selectGeofenceForm, selectGeofencesState } from '../selectors';
import {
  type deleteConfirmed,
  deleteFailed,
  type Failure,
  formOf,
  formRechecked,
  geofenceDeleted,
  type GeofenceForm,
  geofenceSaved,
  geofencesLoaded,
  geofencesLoadFailed,
  geofencesRequested,
  saveFailed,
  savingStarted,
} from '../slice';

function failureOf(error: unknown, code: ClientErrorCode): Failure {
  if (!(error instanceof RequestFailed)) return { error: { code }, detail: null };
  return { error: { code }, detail: error.status === null ? { code: 'server_unreachable' } : error.reason };
}

/** Whether the server gave no reason: it may have done what was asked. */
export const isUnexplained = ({ detail }: Failure): boolean =>
  detail === null || detail.code === 'server_unreachable';

/** What the form says when a request failed; all else it says before there is one. */
const FAILURE_CODES: ReadonlySet<string> = new Set<ClientErrorCode>([
  'geofence_not_created',
  'geofence_not_updated',
]);

const refusal = (error: AppError): Failure => ({ error, detail: null });

/** Coordinates are typed with a few digits, and stored as they are. */
const SAME_PLACE_M = 1;

/** The form's fields as the server takes them. */
function inputOf(form: GeofenceForm, familyId: string, timeZone: string) {
  const { kind, schedule, corners } = form;
  return {
    familyId,
    name: form.name.trim(),
    latitude: parseDegrees(form.latitude),
    longitude: parseDegrees(form.longitude),
    radius: form.radius,
    notifyEntry: form.notifyEntry,
    notifyExit: form.notifyExit,
    // Other servers may refuse fields that they do not know.
    ...((kind !== 'other' || form.start.kind !== 'other') && { kind }),
    ...((corners !== null || form.start.corners !== null) && { polygon: corners }),
    ...((schedule !== null || form.start.schedule !== null) && {
      schedule: schedule && { ...schedule, timeZone: schedule.timeZone || timeZone },
    }),
  };
}

/** What would be sent, and why it may not be; null when it may. */
function* validateForm({ page, http }: Services, form: GeofenceForm) {
  const family = yield* select(selectSelectedFamily);
  const input = inputOf(form, family?.id ?? 'kept', yield* call(page.timeZone));
  let problem: AppError | null;
  if (!isComplete(form)) problem = { code: 'geofence_fields_empty' };
  // One that is edited has its family already.
  else if (form.id === null && !family) problem = { code: 'geofence_family_missing' };
  else problem = yield* call(http.validate<'createGeofence'>, 'createGeofence' as const, input);
  return { input, problem };
}

/** After a refusal, each change of the form shows what is still wrong with it. What the server said stays. */
export function* recheckForm(services: Services) {
  const form = yield* select(selectGeofenceForm);
  if (!form?.failure || FAILURE_CODES.has(form.failure.error.code)) return;
  const { problem } = yield* validateForm(services, form);
  if (problem?.code === form.failure.error.code) return;
  yield* put(formRechecked({ formKey: form.key, failure: problem && refusal(problem) }));
}

/** Creates or updates the geofence in the form; ends in `geofenceSaved` or `saveFailed`. */
export function* saveGeofence(services: Services) {
  const form = yield* select(selectGeofenceForm);
  if (!form || form.status === 'submitting') return;
  const { key: formKey } = form;
  const reportFailure = (failure: Failure) => put(saveFailed({ formKey, failure }));
  const { input, problem } = yield* validateForm(services, form);
  if (problem !== null) return void (yield* reportFailure(refusal(problem)));
  yield* put(savingStarted());
  try {
    const id = form.id ?? (yield* idOfStored(form));
    // It may have been cancelled meanwhile.
    if (!formOf(yield* select(selectGeofencesState), formKey)) return;
    const geofence =
      id === null
        ? yield* request(services, 'createGeofence', { body: input })
        : yield* request(services, 'updateGeofence', { params: { id }, body: withoutFamily(input) });
    yield* put(geofenceSaved({ geofence, formKey }));
  } catch (error) {
    yield* call(services.log.failure, 'Saving a geofence failed:', error);
    const code = form.id === null ? 'geofence_not_created' : 'geofence_not_updated';
    yield* reportFailure(failureOf(error, code));
    yield* reloadWhenGone(error);
  }
}

/** The place that the server stored at the try before, if its answer was lost: it is changed, or it would be there twice. */
function* idOfStored(form: GeofenceForm) {
  const { failure } = form;
  if (failure?.error.code !== 'geofence_not_created' || !isUnexplained(failure)) return null;
  yield* put(geofencesRequested());
  const outcome = yield* take([geofencesLoaded, geofencesLoadFailed]);
  if (!geofencesLoaded.match(outcome)) return null;
  return (yield* storedPlace(form))?.id ?? null;
}

/** A place of the family that has the name and the middle of what was sent. */
export function* storedPlace(form: GeofenceForm) {
  const family = yield* select(selectSelectedFamily);
  const sent = { latitude: parseDegrees(form.latitude), longitude: parseDegrees(form.longitude) };
  return (yield* select(selectFamilyGeofences)).find(
    (each) => family !== null && each.name === form.name.trim() && distanceBetween(each, sent) < SAME_PLACE_M,
  );
}

/** Another member has deleted it meanwhile. */
function* reloadWhenGone(error: unknown) {
  if (error instanceof RequestFailed && error.status === 404) yield* put(geofencesRequested());
}

/** A geofence never moves to another family. */
function withoutFamily<T extends { familyId: string }>({ familyId: _familyId, ...fields }: T) {
  return fields;
}

/** Deletes a geofence; ends in `geofenceDeleted` or `deleteFailed`. */
export function* deleteGeofence(services: Services, { payload: { id } }: ReturnType<typeof deleteConfirmed>) {
  try {
    yield* request(services, 'deleteGeofence', { params: { id } });
    yield* put(geofenceDeleted({ id }));
  } catch (error) {
    yield* call(services.log.failure, 'Deleting a geofence failed:', error);
    yield* put(deleteFailed({ id, ...failureOf(error, 'geofence_not_deleted') }));
    yield* reloadWhenGone(error);
  }
}
