import type { ActivityEntry } from '#contract/families';
import { useAppSelector } from '#client/store/hooks';
import { Section } from '#client/ui/Section.tsx';
import { t } from '#client/i18n/text';
import { selectNow } from '#client/features/session/selectors';
import { ago } from '#client/i18n/times';
import { activityText } from '../administration/activityText';
import { selectActivity } from '../administration/selectors';

/** Entries that are always shown; a press shows the rest. */
const NEWEST = 5;

/** What happened in the selected family, for all its members; hidden while there is none. */
export function ActivitySection() {
  const entries = useAppSelector(selectActivity);
  if (entries.length === 0) return null;
  const earlier = entries.slice(NEWEST);
  return (
    <Section title={t('Family Activity')}>
      <Entries entries={entries.slice(0, NEWEST)} label={t('Family Activity')} />
      {earlier.length > 0 ? (
        <details className="account-more">
          <summary>{t('Show {count} earlier', { count: earlier.length })}</summary>
          <Entries entries={earlier} label={t('Earlier family activity')} />
        </details>
      ) : null}
    </Section>
  );
}

function Entries({ entries, label }: { entries: readonly ActivityEntry[]; label: string }) {
  const now = useAppSelector(selectNow);
  return (
    <ul className="account-members" role="list" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className="account-member">
          <span className="account-member-text account-activity">
            {activityText(entry)}
            <time className="account-hint" dateTime={entry.at}>
              {ago(Math.max(0, now - Date.parse(entry.at)))}
            </time>
          </span>
        </li>
      ))}
    </ul>
  );
}
