import { accountLinkRoutes } from './accountLinks';
import { channelRoutes } from './channels';
import { checkedRoutes } from './checkedRoutes';
import { checkInRoutes } from './checkIns';
import { correctionRoutes } from './corrections';
import { historyDeletionRoutes } from './historyDeletion';
import { importRoutes } from './imports';
import { inboxRoutes } from './inbox';
import { notificationRoutes } from './notifications';
import { phoneRoutes } from './phones';
import { placeLogRoutes } from './placeLog';
import { sosRoutes } from './sos';
import { timelineRoutes } from './timeline';

export type { Route } from './defineRoute';

/** HTTP routes that only this server has, so that the client does not check their answers (docs/decisions/bundle.md). */
const uncheckedRoutes = {
  ...accountLinkRoutes,
  ...channelRoutes,
  ...checkInRoutes,
  ...correctionRoutes,
  ...historyDeletionRoutes,
  ...importRoutes,
  ...inboxRoutes,
  ...notificationRoutes,
  ...phoneRoutes,
  ...placeLogRoutes,
  ...sosRoutes,
  ...timelineRoutes,
} as const;
export type UncheckedRoutes = typeof uncheckedRoutes;

/** Every HTTP route. */
export const routes = { ...checkedRoutes, ...uncheckedRoutes } as const;

export type RouteName = keyof typeof routes;
