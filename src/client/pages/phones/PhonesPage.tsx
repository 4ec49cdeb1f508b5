import { t } from '#client/i18n/text';
import { PhonesSection } from '#client/features/locations/phones/views/PhonesSection.tsx';
import { PauseSection } from '#client/features/locations/whereabouts/views/PauseSection.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { SecondStepDialog } from '#client/features/session/views/SecondStepDialog.tsx';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page } from '#client/ui/Section.tsx';
import { BackLink } from '../BackLink';
import './phones.css';

/** /phones: the apps that follow the user while a phone sleeps. */
export function PhonesPage() {
  return (
    <Page
      header={
        <AppHeader
          title={t('Phones')}
          leading={<BackLink to="/account" label={t('Back to the account')} />}
        />
      }
    >
      <NetworkBanner />
      <PauseSection />
      <PhonesSection />
      <SecondStepDialog />
    </Page>
  );
}
