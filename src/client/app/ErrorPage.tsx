import { t } from '#client/i18n/text';
import { useEffect, useState } from 'react';
import { reloadWhenReachable } from '#client/services/lazyImport';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';

/** Replaces a page that could not be shown, usually because its bundle could not be loaded. */
export function ErrorPage() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const retry = () => setWaiting(true);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  useEffect(() => {
    if (isWaiting) void reloadWhenReachable();
  }, [isWaiting]);
  return (
    <AuthCard
      title={t('Unexpected Application Error!')}
      subtitle={t(
        'This page could not be shown. Nothing is lost. If you are offline, it opens once you are online again.',
      )}
    >
      <Button variant="primary" wide busy={isWaiting} onClick={() => setWaiting(true)}>
        {t('Try again')}
      </Button>
      <a className={buttonClass('quiet', true)} href="/">
        {t('Open Kinmap again')}
      </a>
    </AuthCard>
  );
}
