import type { SosCall, SosLogEntry } from '#contract/sos';
import { t } from '#client/i18n/text';
import { timeOfDay } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { logText } from '../messages';
import { selectCallPage } from '../selectors';

/** What happened in a call that is over, oldest first. */
export function CallLog({ call }: { call: SosCall }) {
  const log = useAppSelector(selectCallPage)?.log ?? [];
  if (call.endedAt === null || log.length === 0) return null;
  return (
    <details className="sos-log">
      <summary>{t('What happened')}</summary>
      <ol>
        {log.map((entry, index) => (
          <LogLine key={index} entry={entry} call={call} />
        ))}
      </ol>
    </details>
  );
}

function LogLine({ entry, call }: { entry: SosLogEntry; call: SosCall }) {
  const text = logText(entry, call);
  return text === null ? null : (
    <li>
      <time dateTime={entry.at}>{timeOfDay(entry.at)}</time>
      <span>{text}</span>
    </li>
  );
}
