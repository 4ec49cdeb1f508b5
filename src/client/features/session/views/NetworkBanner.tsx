import { useAppSelector } from '#client/store/hooks';
import { Banner } from '#client/ui/feedback.tsx';
import { selectNetworkTrouble } from '../selectors';

interface NetworkBannerProps {
  /** What it means on this page that there is no network. */
  offline?: string;
}

/** Says so when the network or the server is away. */
export function NetworkBanner({ offline = 'Positions may be old.' }: NetworkBannerProps) {
  const trouble = useAppSelector(selectNetworkTrouble);
  const sentences = {
    offline: `You are offline. ${offline}`,
    reconnecting: 'Connection lost. Reconnecting…',
  };
  return <Banner>{trouble && sentences[trouble]}</Banner>;
}
