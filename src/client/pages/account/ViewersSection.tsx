import { t } from '#client/i18n/text';
import { formatList } from '#client/i18n/formats';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Section } from '#client/ui/Section.tsx';
import { selectFamilies, selectFamiliesStatus } from '#client/features/families/selectors';
import type { Family } from '#client/features/families/slice';
import { pauseText } from '#client/features/locations/whereabouts/messages';
import { selectKnowsSharing, selectPause } from '#client/features/locations/whereabouts/selectors';
import { selectNow, selectUser } from '#client/features/session/selectors';

/** Who may see where the user is: the other members of each family, by name; what they see, and the way to a pause. */
export function ViewersSection() {
  const { Link } = useNavigation();
  const families = useAppSelector(selectFamilies);
  const areKnown = useAppSelector(selectFamiliesStatus) === 'ready';
  const canPause = useAppSelector(selectKnowsSharing);
  const pause = useAppSelector(selectPause);
  const now = useAppSelector(selectNow);
  if (!areKnown) return null;
  return (
    <Section title={t('Who sees you')}>
      {families.length === 0 ? <p>{t('No one. You are in no family.')}</p> : null}
      <dl className="account-viewers">
        {families.map((family) => (
          <Viewers key={family.id} family={family} />
        ))}
      </dl>
      <div className="account-way">
        <p>
          {t(
            'Members of your families see where you are while you share, and your last position after that. They see your past days since you both are in the family. Nobody else does. An SOS always shows where you are.',
          )}
        </p>
        {canPause ? (
          <Link to="/phones" className={buttonClass()}>
            {pause ? t('Change the pause') : t('Pause sharing')}
          </Link>
        ) : null}
      </div>
      {pause ? <Notice>{pauseText(pause, now)}</Notice> : null}
    </Section>
  );
}

function Viewers({ family: { name, members } }: { family: Family }) {
  const me = useAppSelector(selectUser)?.id;
  const others = members.filter(({ id }) => id !== me).map((member) => member.name);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {others.length === 0
          ? t('No one else is in this family.')
          : formatList(others.toSorted((one, other) => one.localeCompare(other)))}
      </dd>
    </div>
  );
}
