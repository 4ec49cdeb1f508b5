import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { SosIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Section.tsx';
import { PRACTICE_ID, sosPageRequested } from '#client/features/alerts/calls/actions';
import { callTitle } from '#client/features/alerts/calls/messages';
import { selectCall, selectCallAlert, selectCallPage } from '#client/features/alerts/calls/selectors';
import { CallList } from '#client/features/alerts/calls/views/CallList.tsx';
import { CallMade } from '#client/features/alerts/calls/views/CallMade.tsx';
import { CallReceived } from '#client/features/alerts/calls/views/CallReceived.tsx';
import { Practice } from '#client/features/alerts/calls/views/Practice.tsx';
import { selectUser } from '#client/features/session/selectors';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { BackLink } from '../BackLink';
import './sos.css';

/** /sos: the calls of the last 30 days; /sos/practice; /sos/{id}: a call for help. */
export function SosPage() {
  const page = useAppSelector(selectCallPage);
  if (page?.id === PRACTICE_ID) return <Column title={t('Practise an SOS')} content={<Practice />} />;
  if (page && page.id === undefined) return <Column title={t('SOS calls')} content={<CallList />} />;
  return <CallPage />;
}

function Column({ title, content }: { title: string; content: ReactNode }) {
  const { id } = useAppSelector(selectCallPage) ?? {};
  return (
    <Page
      header={
        <AppHeader
          title={title}
          leading={
            id === undefined ? (
              <BackLink to="/alerts-settings" label={t('Back to the alerts')} />
            ) : (
              <BackLink to="/sos" label={t('Back to the SOS calls')} />
            )
          }
        />
      }
    >
      <NetworkBanner offline={t('New calls come once you are back.')} />
      {content}
    </Page>
  );
}

/** A call for help, for its caller and for the people who were called. */
function CallPage() {
  const page = useAppSelector(selectCallPage);
  const id = page?.id;
  const call = useAppSelector((state) => selectCall(state, id));
  const alert = useAppSelector((state) => selectCallAlert(state, id));
  const isOwn = useAppSelector(selectUser)?.id === call?.userId;
  const name = call?.userName ?? alert?.userName ?? null;
  const title = isOwn ? t('Your SOS') : name === null ? t('SOS') : callTitle(name);
  return (
    <div className="sos-page">
      <div className="sos-head">
        <AppHeader title={title} leading={<BackLink />} />
      </div>
      <main className="sos-main">
        <NetworkBanner offline={t('The position may be old.')} />
        {call === null ? <WithoutCall /> : isOwn ? <CallMade call={call} /> : <CallReceived call={call} />}
      </main>
    </div>
  );
}

/** Shown instead of a call that is not loaded yet, or does not exist. */
function WithoutCall() {
  const dispatch = useAppDispatch();
  const page = useAppSelector(selectCallPage);
  if (page?.status === 'missing')
    return (
      <EmptyState
        icon={<SosIcon />}
        title={t('There is no such SOS')}
        hint={t(
          'It is from more than 30 days ago, or you were not in a family with its caller at the time, or are not now.',
        )}
      />
    );
  if (page?.status === 'failed')
    return (
      <div className="sos-failed">
        <Notice kind="error">{t('The SOS could not be loaded. It loads once Kinmap can be reached.')}</Notice>
        <Button onClick={() => dispatch(sosPageRequested(page.id === undefined ? {} : { id: page.id }))}>
          {t('Try again')}
        </Button>
      </div>
    );
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('Loading...')}
      </span>
      <Skeleton height="38dvh" />
      <Skeleton height="96px" />
    </>
  );
}
