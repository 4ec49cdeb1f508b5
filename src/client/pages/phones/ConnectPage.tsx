import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppSelector, useNavigation } from '#client/store/hooks';
import { appName, audienceText } from '#client/features/locations/phones/messages';
import { selectConnecting, selectPhoneOutcome } from '#client/features/locations/phones/selectors';
import { AppSetUp } from '#client/features/locations/phones/views/AppSetUp.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { AuthCard } from '#client/ui/Page.tsx';
import './phones.css';

/** /connect: what a phone shows that has scanned the code of /phones. It needs no session. */
export function ConnectPage() {
  const { Link } = useNavigation();
  const connecting = useAppSelector(selectConnecting);
  const failure = useAppSelector(selectPhoneOutcome('connect'))?.error;
  const isReady = connecting?.page === 'connect';
  return (
    <>
      <NetworkBanner />
      <AuthCard
        title={t('Connect this phone')}
        subtitle={
          isReady ? (
            <>
              {t('{app} follows “{name}”.', {
                app: appName(connecting.phone.app),
                name: connecting.phone.name,
              })}{' '}
              {audienceText(connecting.phone)}
            </>
          ) : null
        }
        footer={<Link to="/">{t('Open Kinmap')}</Link>}
      >
        {isReady ? (
          <AppSetUp connecting={connecting} />
        ) : failure ? (
          <Notice kind="error">{errorMessage(failure)}</Notice>
        ) : (
          <p role="status">{t('Connecting...')}</p>
        )}
      </AuthCard>
    </>
  );
}
