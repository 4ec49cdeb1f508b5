import * as z from 'zod/mini';
import { code, Id, IdInput } from './primitives';
import { nothingIn, type Route } from './defineRoute';

/** Whether the system notifies the viewer when this person arrives somewhere or leaves; both are off until chosen. */
export const Preference = z.object({
  userId: Id,
  notifyArrival: z.boolean(),
  notifyDeparture: z.boolean(),
});
export type Preference = z.output<typeof Preference>;

const CHOICE_ERROR = code('preference_not_boolean');
const PreferenceInput = z.strictObject(
  { notifyArrival: z.boolean(CHOICE_ERROR), notifyDeparture: z.boolean(CHOICE_ERROR) },
  code('preference_fields_required'),
);

/** What somebody wants to be told of others. Not in the specification: servers that do not know it answer 404. */
export const preferenceRoutes = {
  listPreferences: {
    ...nothingIn,
    method: 'GET',
    path: '/api/preferences',
    auth: 'session',
    status: 200,
    answer: z.array(Preference),
  },
  setPreference: {
    ...nothingIn,
    method: 'PUT',
    path: '/api/preferences/:userId',
    auth: 'session',
    status: 200,
    params: z.strictObject({ userId: IdInput }),
    body: PreferenceInput,
    answer: Preference,
  },
} as const satisfies Record<string, Route>;
