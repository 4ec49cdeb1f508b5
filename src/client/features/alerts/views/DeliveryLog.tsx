import type { DeliveryEntry } from '#contract/notifications';
import { t } from '#client/i18n/text';
import { ago } from '#client/i18n/times';
import { useAppSelector } from '#client/store/hooks';
import { selectNow } from '#client/features/session/selectors';
import { Section } from '#client/ui/Section.tsx';
import { addressText, deliveryText, kindText, noticeText } from '../channels/messages';
import { selectChannels } from '../channels/selectors';

const SHOWN = 10;

/** What was sent to the user lately while the app was closed, and what is known of it. */
export function DeliveryLog() {
  const log = useAppSelector(selectChannels)?.log ?? [];
  if (log.length === 0) return null;
  return (
    <Section title={t('Sent lately')}>
      <ul className="notifications-list" role="list" aria-label={t('Sent lately')}>
        {log.slice(0, SHOWN).map((entry) => (
          <Entry key={`${entry.noticeId} ${entry.channel} ${entry.target}`} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

function Entry({ entry }: { entry: DeliveryEntry }) {
  const now = useAppSelector(selectNow);
  const { kind, at } = entry;
  return (
    <li className="notifications-row">
      <span className="notifications-row-text">
        <span>
          {noticeText(kind)} · <span dir="auto">{targetText(entry)}</span>
        </span>
        <span className="notifications-hint">
          {deliveryText(entry)} · <time dateTime={at}>{ago(Math.max(0, now - Date.parse(at)))}</time>
        </span>
      </span>
    </li>
  );
}

/** To which device or address; after that was removed, by which way. */
function targetText({ channel, target }: DeliveryEntry): string {
  const isChannel = channel === 'email' || channel === 'ntfy' || channel === 'webhook';
  if (target === null) return isChannel ? kindText(channel) : t('A device');
  return isChannel ? addressText({ kind: channel, address: target }) : target;
}
