import { t } from '#client/i18n/text';
import type { AlertType } from './slice';

/** The title of an alert. Apart from the other texts, because the first page shows none. */
export const alertTitle = (type: AlertType): string =>
  t(
    {
      sos: 'SOS Alert',
      sos_news: 'SOS',
      geofence_enter: 'Geofence Entered',
      geofence_exit: 'Geofence Exited',
      checkin: 'Check-in',
      joined: 'New member',
    }[type],
  );
