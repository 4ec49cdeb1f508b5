import { t } from '#client/i18n/text';
import { ago } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { selectNetworkTrouble, selectNow } from '#client/features/session/selectors';
import { Notice } from '#client/ui/feedback.tsx';
import { Spinner } from '#client/ui/Button.tsx';
import { pauseText } from '../../whereabouts/messages';
import { selectPause } from '../../whereabouts/selectors';
import { audienceText, receivedText } from '../messages';
import type { Connecting } from '../reducer';
import { contactOf } from '../selectors';

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
        <Notice kind="success">{receivedText(phone, now)}</Notice>
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
            {t('The app has reached Kinmap {ago}. Waiting for its first position...', {
              ago: ago(Math.max(0, now - Date.parse(phone.lastSeenAt))),
            })}
          </p>
        )}
        {audience}
      </div>
    </div>
  );
}
