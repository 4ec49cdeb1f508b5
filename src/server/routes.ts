import type { DomainServices } from './domainServices';
import { channelRoutes } from './features/alerts/channels/routes';
import { checkInRoutes } from './features/alerts/checkIns/routes';
import { inboxRoutes } from './features/alerts/inbox/routes';
import { onceAlertRoutes } from './features/alerts/once/routes';
import { preferenceRoutes } from './features/alerts/preferences/routes';
import { pushRoutes } from './features/alerts/push/routes';
import { notifySettingsRoutes } from './features/alerts/settings/routes';
import { sosRoutes } from './features/alerts/sos/routes';
import { chatRoutes } from './features/chat/routes';
import { membershipRoutes } from './features/families/administration/routes';
import { blockRoutes } from './features/families/blocks/routes';
import { invitationRoutes } from './features/families/invitations/routes';
import { familyRoutes } from './features/families/routes';
import { geofenceRoutes } from './features/geofences/routes';
import { correctionRoutes } from './features/locations/corrections/routes';
import { historyDeletionRoutes } from './features/locations/deletion/routes';
import { importRoutes } from './features/locations/imports/routes';
import { presenceRoutes } from './features/locations/presence/routes';
import { locationRoutes } from './features/locations/routes';
import { timelineRoutes } from './features/locations/timeline/routes';
import { phoneRoutes } from './features/phones/routes';
import { accountRoutes } from './features/session/account/routes';
import { accountLinkRoutes } from './features/session/accountLinks/routes';
import { secondFactorRoutes } from './features/session/challenges/routes';
import { factorRoutes } from './features/session/factors/routes';
import { sessionRoutes } from './features/session/routes';
import { signedInDeviceRoutes } from './features/session/sessions/routes';
import type { Api } from './http/contractRoutes';
import type { RateLimits } from './http/rateLimits';

/** What the routes need besides the services. */
interface RouteDeps {
  readonly limits: RateLimits;
  /** Origins under which people open the app; the first one is in links of emails and pushes. */
  readonly publicOrigins: readonly string[];
}

/** Registers the HTTP routes of every feature. */
export function addRoutes(api: Api, services: DomainServices, { limits, publicOrigins }: RouteDeps): void {
  const { sessions, families, locations, sos, chat } = services;
  sessionRoutes(api, services, limits);
  signedInDeviceRoutes(api, sessions, services.accounts, limits);
  accountLinkRoutes(api, services.accountLinks, limits);
  accountRoutes(api, services, limits);
  secondFactorRoutes(api, services, limits);
  factorRoutes(api, services, limits);
  familyRoutes(api, families, limits);
  membershipRoutes(api, services.membership, limits);
  invitationRoutes(api, services.invitations);
  blockRoutes(api, services.blocks);
  locationRoutes(api, locations, limits);
  presenceRoutes(api, services.presence, limits);
  phoneRoutes(api, services, limits);
  timelineRoutes(api, services.timelines, limits);
  correctionRoutes(api, services.corrections, limits);
  historyDeletionRoutes(api, services.historyDeletion, limits);
  importRoutes(api, services, limits);
  geofenceRoutes(api, services, limits);
  inboxRoutes(api, services.inbox, limits);
  preferenceRoutes(api, services.preferences);
  checkInRoutes(api, services, limits);
  onceAlertRoutes(api, services.onceAlerts, limits);
  pushRoutes(api, services.push, { limits, publicOrigins });
  notifySettingsRoutes(api, services.notifySettings);
  channelRoutes(api, services, { limits, publicOrigins });
  sosRoutes(api, sos, limits);
  chatRoutes(api, chat, limits);
}
