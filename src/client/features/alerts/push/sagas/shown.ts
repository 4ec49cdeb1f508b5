import { call, put, select } from 'typed-redux-saga';
import { bufferedChannel, watchChannel } from '#client/sagas/channels';
import type { Push, Services } from '#client/services/types';
import { familyOfFragment, isChatTag } from '#shared/chatNotification';
import { selectFamilies } from '#client/features/families/selectors';
import { familySelected, mapUncovered } from '#client/features/families/slice';
import { selectAlerts, selectUnreadCount } from '../../selectors';
import { notificationTag } from '../notificationTag';
import { notificationClicked } from '../slice';

/** Shows the number of unread alerts on the app's icon, and takes away notifications of those that are read. */
export function* showUnread(services: Services) {
  const push = yield* call(services.loadPush);
  yield* call(push.setBadge, yield* select(selectUnreadCount));
  const alerts = yield* select(selectAlerts);
  const unread = new Set(alerts.filter(({ read }) => !read).map(notificationTag));
  const read = new Set(alerts.map(notificationTag));
  yield* call(push.closeShown, (tag: string) => read.has(tag) && !unread.has(tag));
}

/** Takes away the notifications of all alerts, which the user has cleared. */
export function* closeAlerts({ loadPush }: Services) {
  const push = yield* call(loadPush);
  yield* call(push.closeShown, (tag: string) => !isChatTag(tag));
}

/**
 * Opens the path of a notification that is clicked while this page is open. A full sheet would cover the map. The family of
 * a chat is selected before: the page of the chat would take the messages of another one for seen.
 */
export function* watchClicks(push: Push) {
  const clicks = bufferedChannel<string>(push.onClick);
  yield* watchChannel(clicks, function* (path) {
    const familyId = familyOfFragment(path.split('#')[1] ?? '');
    if ((yield* select(selectFamilies)).some(({ id }) => id === familyId))
      yield* put(familySelected({ familyId: familyId ?? '' }));
    yield* put(notificationClicked({ path }));
    if (path === '/') yield* put(mapUncovered());
  });
}
