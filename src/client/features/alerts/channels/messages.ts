import type { ChannelKind, NotifyChannel } from '#contract/channels';
import type { DeliveryEntry } from '#contract/notifications';
import { t } from '#client/i18n/text';
import { parseUrl } from '#shared/parseUrl';

export const kindText = (kind: ChannelKind): string =>
  t({ email: 'Email', ntfy: 'ntfy', webhook: 'Webhook' }[kind]);

/** An address as people read it. The rest of a webhook's may be a secret. */
export function addressText({ kind, address }: Pick<NotifyChannel, 'kind' | 'address'>): string {
  const url = kind === 'email' ? null : parseUrl(address);
  if (!url) return address;
  return kind === 'ntfy' ? url.host + url.pathname : url.host;
}

/** What an entry of the log was about. */
export function noticeText(kind: string): string {
  const texts: Record<string, string> = {
    sos: t('SOS'),
    sosAnswer: t('Answer to an SOS'),
    sosEnded: t('End of an SOS'),
    arrival: t('Arrival'),
    departure: t('Departure'),
    message: t('Message'),
    checkin: t('Check-in'),
    checkinAsked: t('Check-in'),
    checkinMissed: t('Missed check-in'),
    request: t('Request for a check-in'),
    joined: t('New member'),
  };
  return texts[kind] ?? t('Alert');
}

/** The known state of a delivery. */
export function deliveryText({ channel, state, reason }: DeliveryEntry): string {
  switch (state) {
    case 'waiting':
      return t('On its way');
    case 'shown':
      return t('Shown on the device');
    case 'handedOver':
      return handedOverText(channel);
    case 'dropped':
      return droppedText(reason);
    case 'failed':
      return failedText(reason);
  }
}

const handedOverText = (channel: string): string =>
  channel === 'push'
    ? t('Handed over, not known to be shown')
    : channel === 'email'
      ? t('Email handed over, not known to be read')
      : t('Handed over, not known to be read');

function droppedText(reason: string | null): string {
  if (reason === 'quiet') return t('Not sent: quiet hours');
  if (reason === 'read') return t('Not sent: you had read it');
  if (reason === 'shown') return t('Not sent: Kinmap was open');
  if (reason === 'page') return t('Not shown: Kinmap was open there');
  return t('Not sent: no longer needed');
}

function failedText(reason: string | null): string {
  // A service may have taken it, and only its answer was lost.
  if (reason === 'unreachable') return t('Not confirmed in time, not known whether it arrived');
  if (reason === 'key') return t('Not delivered: it refuses the token');
  if (reason === 'gone') return t('Not delivered: it is no longer there');
  if (reason === 'limit') return t('Not delivered: too many in one hour');
  return t('Not delivered: it was refused');
}
