import { call, select } from 'typed-redux-saga';
import { isChatTag } from '#shared/chatNotification';
import type { Services } from '#client/services/types';
import { notificationTag } from '../push/notificationTag';
import { selectAlerts } from '../selectors';

/** Tags of a test and of a push that could not be read have no id. */
const isAlertTag = (tag: string): boolean => tag.includes(':') && !isChatTag(tag);

/** The tags of the notifications of alerts that this device shows. */
export function* shownTags({ loadPush, log }: Services) {
  try {
    const push = yield* call(loadPush);
    return (yield* call(push.shownTags)).filter(isAlertTag);
  } catch (error) {
    yield* call(log.info, 'The notifications on this device are not known:', error);
    return [];
  }
}

/**
 * Takes away the notifications of alerts that were read or cleared on another device while this page was closed.
 * @param shown before the inbox was asked for: a notification that came later may be of an alert that the answer lacks
 */
export function* closeOutdated({ loadPush }: Services, shown: readonly string[]) {
  const unread = new Set((yield* select(selectAlerts)).filter(({ read }) => !read).map(notificationTag));
  const outdated = new Set(shown.filter((tag) => !unread.has(tag)));
  if (outdated.size === 0) return;
  const push = yield* call(loadPush);
  yield* call(push.closeShown, (tag: string) => outdated.has(tag));
}
