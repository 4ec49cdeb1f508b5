import { t } from '#client/i18n/text';
import { useAppSelector } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Page } from '#client/ui/Section.tsx';
import { selectPushStatus } from '#client/features/alerts/push/selectors';
import { DeliveryLog } from '#client/features/alerts/views/DeliveryLog.tsx';
import { OtherWays } from '#client/features/alerts/views/OtherWays.tsx';
import { PushDevices } from '#client/features/alerts/views/PushDevices.tsx';
import { ThisDevice } from '#client/features/alerts/views/ThisDevice.tsx';
import { WhatReachesMe } from '#client/features/alerts/views/WhatReachesMe.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { SecondStepDialog } from '#client/features/session/views/SecondStepDialog.tsx';
import { BackLink } from '../BackLink';
import './notifications.css';

/** /notifications: what reaches the user while the app is closed, on which devices, and when. */
export function NotificationsPage() {
  return (
    <Page header={<AppHeader title={t('Notifications')} leading={<BackLink />} />}>
      <NetworkBanner />
      <Content />
    </Page>
  );
}

function Content() {
  switch (useAppSelector(selectPushStatus)) {
    case 'failed':
      return (
        <>
          <Notice>{t('What reaches this device comes here once Kinmap can be reached.')}</Notice>
          <WhatReachesMe />
        </>
      );
    case 'ready':
      return (
        <>
          <ThisDevice />
          <WhatReachesMe />
          <PushDevices />
          <OtherWays />
          <DeliveryLog />
          <SecondStepDialog />
        </>
      );
    default:
      return (
        <>
          <span className="visually-hidden" role="status">
            {t('Loading...')}
          </span>
          <Skeleton height="96px" />
          <Skeleton height="240px" />
        </>
      );
  }
}
