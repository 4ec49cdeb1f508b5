import type { SosCall } from '#contract/sos';
import { useNavigation } from '#client/store/hooks';
import { callSinceText } from '../messages';

/** 'SOS since 14:05', in place of where its caller stays, which may be somewhere else; leads to the page of the SOS. */
export function OpenCallLink({ call }: { call: SosCall }) {
  const { Link } = useNavigation();
  return (
    <Link to={`/sos/${encodeURIComponent(call.id)}`} className="sos-since">
      {callSinceText(call)}
    </Link>
  );
}
