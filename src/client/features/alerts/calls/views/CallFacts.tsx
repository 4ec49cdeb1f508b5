import { PRESENCE_FRESH_MS } from '#contract/limits';
import type { SosCall, SosPosition } from '#contract/sos';
import { t } from '#client/i18n/text';
import { distanceFromUser } from '#client/i18n/lengths';
import { ago, dayAndTime } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { distanceBetween } from '#shared/geo';
import { selectFamilyNamesOf } from '#client/features/families/selectors';
import { selectAddressOf } from '#client/features/locations/addresses/selectors';
import { selectOwnPosition } from '#client/features/locations/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';
import { callTimes } from '../messages';
import { selectCallPosition } from '../selectors';

/** What `sosMessage` appends when the position was not of the moment of the call. */
const LAST_KNOWN = /\s*\(Last known position, (.+) old\)$/u;

/**
 * What the caller wrote, and how old the position was when they called; each null when there is none. Once the call has
 * another position, the age stays in the message, because it may be of a later alert.
 */
function readMessage({ message, startedAt }: SosCall, position: SosPosition) {
  const age = position.timestamp === startedAt ? (LAST_KNOWN.exec(message ?? '')?.[1] ?? null) : null;
  return { written: age === null ? message : message?.replace(LAST_KNOWN, ''), age };
}

/** What a call says, when it was made, how old and how exact its position is, and how far that is from who was called. */
export function CallFacts({ call }: { call: SosCall }) {
  const now = useAppSelector(selectNow);
  const position = useAppSelector((state) => selectCallPosition(state, call));
  const address = useAppSelector((state) => selectAddressOf(state, position));
  const { timestamp, accuracy } = position;
  const { written, age } = readMessage(call, position);
  const taken = call.endedAt === null ? ago(Math.max(0, now - Date.parse(timestamp))) : dayAndTime(timestamp);
  const own = useAppSelector(selectOwnPosition);
  const ownAge = own ? now - Date.parse(own.timestamp) : 0;
  const families = useAppSelector((state) => selectFamilyNamesOf(state, call.userId));
  const isOwn = useAppSelector(selectUser)?.id === call.userId;
  const when = age === null ? taken : t('Last known, {age} old when the SOS was sent', { age });
  return (
    <div className="sos-facts">
      {written ? <p className="sos-message">{written}</p> : null}
      <dl>
        {families === '' ? null : (
          <div>
            <dt>{t('Family')}</dt>
            <dd>{families}</dd>
          </div>
        )}
        <div>
          <dt>{t('Called')}</dt>
          <dd>{call.endedAt === null ? dayAndTime(call.startedAt) : callTimes(call)}</dd>
        </div>
        <div>
          <dt>{t('Position')}</dt>
          <dd>
            {accuracy === null
              ? when
              : t('{when}, within {count} m', { when, count: Math.max(1, Math.round(accuracy)) })}
          </dd>
        </div>
        {typeof address === 'string' ? (
          <div>
            <dt>{t('Address')}</dt>
            <dd dir="auto">{address}</dd>
          </div>
        ) : null}
        {own && !isOwn && call.endedAt === null ? (
          <div>
            <dt>
              {ownAge > PRESENCE_FRESH_MS
                ? t('From where you were {ago}', { ago: ago(ownAge) })
                : t('From you')}
            </dt>
            <dd>{distanceFromUser(distanceBetween(own, position))}</dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}
