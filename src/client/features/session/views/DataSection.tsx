import { t } from '#client/i18n/text';
import { useAppDispatch, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Section } from '#client/ui/Section.tsx';
import { exportRequested, questionAsked } from '../account/slice';
import { AccountOutcome, useAccountTask } from './AccountOutcome';

/** What Kinmap holds about one, and the ways out. */
export function DataSection() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { busy } = useAccountTask('export');
  return (
    <Section title={t('Your Data')}>
      <div className="account-way">
        <p>{t('Everything that is held about you, as one file.')}</p>
        <Button busy={busy} onClick={() => dispatch(exportRequested())}>
          {t(busy ? 'Downloading...' : 'Download my data')}
        </Button>
      </div>
      <AccountOutcome task="export" />
      <div className="account-way">
        <p>{t('Positions from files of other apps, and yours as a file.')}</p>
        <Link to="/imports" className={buttonClass()}>
          {t('Import and export')}
        </Link>
      </div>
      <div className="account-way">
        <p>{t('Your recorded positions go for good. Your account stays.')}</p>
        <Button onClick={() => dispatch(questionAsked('history'))}>{t('Delete my history')}</Button>
      </div>
      <AccountOutcome task="history" />
      <div className="account-way">
        <p>{t('Your account, your positions and your messages go for good.')}</p>
        <Button variant="danger" onClick={() => dispatch(questionAsked('delete'))}>
          {t('Delete my account')}
        </Button>
      </div>
    </Section>
  );
}
