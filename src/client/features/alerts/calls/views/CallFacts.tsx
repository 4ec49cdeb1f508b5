import type { SosCall } from '#contract/sos';
import { t } from '#client/i18n/text';
import { ago, dayAndTime } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { callTimes } from '../messages';

/** What `sosMessage` appends when the position was not of the moment of the call. */
const LAST_KNOWN = /\s*\(Last known position, (.+) old\)$/u;

/**
 * What the caller wrote, and how old the position was when they called; each null when there is none. Once the call has
 * another position, the age stays in the message, because it may be of a later alert.
 */
function readMessage({ message, startedAt, position }: SosCall) {
  const age = position.timestamp === startedAt ? (LAST_KNOWN.exec(message ?? '')?.[1] ?? null) : null;
  return { written: age === null ? message : message?.replace(LAST_KNOWN, ''), age };
}

/** What a call says, when it was made, and how old and how exact its position is. */
export function CallFacts({ call }: { call: SosCall }) {
  const now = useAppSelector(selectNow);
  const { timestamp, accuracy } = call.position;
  const { written, age } = readMessage(call);
  const taken = call.endedAt === null ? ago(Math.max(0, now - Date.parse(timestamp))) : dayAndTime(timestamp);
  const when = age === null ? taken : t('Last known, {age} old when the SOS was sent', { age });
  return (
    <div className="sos-facts">
      {written ? <p className="sos-message">{written}</p> : null}
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
