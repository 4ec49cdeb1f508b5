import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { ago, dayAndTime } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { callTimes } from '../messages';

/** What a call says, when it was made, and how old and how exact its position is. */
export function CallFacts({ call }: { call: SosCall }) {
  const now = useAppSelector(selectNow);
  const { timestamp, accuracy } = call.position;
  const when = call.endedAt === null ? ago(Math.max(0, now - Date.parse(timestamp))) : dayAndTime(timestamp);
  return (
    <div className="sos-facts">
      {call.message ? <p className="sos-message">{call.message}</p> : null}
      <dl>
        <div>
          <dt>{t('Called')}</dt>
          <dd>{callTimes(call)}</dd>
        </div>
        <div>
          <dt>{t('Position')}</dt>
          <dd>
            {accuracy === null
              ? when
              : t('{when}, within {count} m', { when, count: Math.max(1, Math.round(accuracy)) })}
          </dd>
        </div>
      </dl>
    </div>
  );
}
