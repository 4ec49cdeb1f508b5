import { useAppSelector } from '../../../app/hooks';
import { Banner } from '../../../ui/Banner';
import { selectNetworkTrouble } from '../selectors';

const SENTENCES = {
  offline: 'You are offline. Positions may be old.',
  reconnecting: 'Connection lost. Reconnecting…',
} as const;

/** Says so when the network or the server is away. */
export function NetworkBanner() {
  const trouble = useAppSelector(selectNetworkTrouble);
  return <Banner>{trouble && SENTENCES[trouble]}</Banner>;
}
