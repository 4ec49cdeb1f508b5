import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { Banner } from '#client/ui/feedback.tsx';
import { timeOfDay } from '#client/i18n/times';
import { selectAsOf, selectNetworkTrouble } from '../selectors';

interface NetworkBannerProps {
  /** What it means on this page that there is no network. */
  offline?: string;
}

/** Shown while the network or the server is unreachable; says how old the data on the screen is. */
export function NetworkBanner({ offline = t('Positions may be old.') }: NetworkBannerProps) {
  const trouble = useAppSelector(selectNetworkTrouble);
  const asOf = useAppSelector(selectAsOf);
  if (!trouble) return <Banner />;
  const sentence =
    trouble === 'offline'
      ? t('You are offline. {consequence}', { consequence: offline })
      : t('Connection lost. Reconnecting…');
  if (asOf === null) return <Banner>{sentence}</Banner>;
  const time = timeOfDay(new Date(asOf).toISOString()).replace(' ', '\u00a0');
  return <Banner>{t('{sentence} As of {time}.', { sentence, time })}</Banner>;
}
