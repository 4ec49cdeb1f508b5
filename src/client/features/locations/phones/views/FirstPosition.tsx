import type { Phone } from '#contract/phones';
import { t } from '#client/i18n/text';
import { Trans } from '#client/i18n/Trans.tsx';
import { ago } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { selectNetworkTrouble, selectNow } from '#client/features/session/selectors';
import { Notice } from '#client/ui/feedback.tsx';
import { Spinner } from '#client/ui/Button.tsx';
import { pauseText } from '../../whereabouts/messages';
import { selectPause } from '../../whereabouts/selectors';
import { audienceText, receivedAgo } from '../messages';
import type { Connecting } from '../reducer';
import { contactOf } from '../selectors';

/** A time that changes every minute, which screen readers announce only with the sentence around it. */
const SILENT = <span aria-live="off" />;

/** What the phone has sent since it was connected. */
export function FirstPosition({ connecting }: { connecting: Connecting }) {
  const { phone } = connecting;
  const contact = contactOf(connecting);
  const now = useAppSelector(selectNow);
  const pause = useAppSelector(selectPause);
  const isOffline = useAppSelector(selectNetworkTrouble) !== null;
  const audience = <p className="phones-hint">{audienceText(phone)}</p>;
  if (contact === 'position')
    return (
      <>
        <Notice kind="success">
          <Received phone={phone} now={now} />
        </Notice>
        {phone.isPrimary ? null : audience}
      </>
    );
  if (pause) return <Notice>{pauseText(pause, now)}</Notice>;
  if (isOffline) return <Notice>{t('What the phone sends shows here once Kinmap can be reached.')}</Notice>;
  return (
    <div className="phones-waiting" role="status">
      <Spinner />
      <div>
        {contact === 'none' || phone.lastSeenAt === null ? (
          <p>{t('Waiting for the first position...')}</p>
        ) : (
          <p>
            <Trans
              message="The app has reached Kinmap <time>{ago}</time>. Waiting for its first position..."
              values={{ ago: ago(Math.max(0, now - Date.parse(phone.lastSeenAt))) }}
              tags={{ time: SILENT }}
            />
          </p>
        )}
        {audience}
      </div>
    </div>
  );
}

function Received({ phone, now }: { phone: Phone; now: number }) {
  const when = receivedAgo(phone, now);
  return phone.lastAccuracy === null ? (
    <Trans message="Position received <time>{when}</time>." values={{ when }} tags={{ time: SILENT }} />
  ) : (
    <Trans
      message="Position received <time>{when}</time>, ±{metres} m."
      values={{ when, metres: Math.round(phone.lastAccuracy) }}
      tags={{ time: SILENT }}
    />
  );
}
