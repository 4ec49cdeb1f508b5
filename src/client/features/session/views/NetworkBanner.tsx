import { useAppSelector } from '#client/store/hooks';
import { Banner } from '#client/ui/feedback.tsx';
import { timeOfDay } from '#shared/times';
import { selectAsOf, selectNetworkTrouble } from '../selectors';

interface NetworkBannerProps {
  /** What it means on this page that there is no network. */
  offline?: string;
}

/** Says so when the network or the server is away, and how old the screen is. */
export function NetworkBanner({ offline = 'Positions may be old.' }: NetworkBannerProps) {
  const trouble = useAppSelector(selectNetworkTrouble);
  const asOf = useAppSelector(selectAsOf);
  const sentences = {
    offline: `You are offline. ${offline}`,
    reconnecting: 'Connection lost. Reconnecting…',
  };
  const age =
    asOf === null ? '' : ` As of ${timeOfDay(new Date(asOf).toISOString()).replace(' ', '\u00a0')}.`;
  return <Banner>{trouble && sentences[trouble] + age}</Banner>;
}
