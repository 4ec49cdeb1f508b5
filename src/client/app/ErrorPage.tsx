import { t } from '#client/i18n/text';
import { useEffect, useState } from 'react';
import { reloadWhenReachable } from '#client/services/lazyImport';
import { AuthCard } from '#client/ui/Page.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';

/** What stands in place of a page that could not be shown, most often because it could not be fetched. */
export function ErrorPage() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const begin = () => setWaiting(true);
    addEventListener('online', begin);
    return () => removeEventListener('online', begin);
  }, []);
  useEffect(() => {
    if (isWaiting) void reloadWhenReachable();
  }, [isWaiting]);
  return (
    <AuthCard
      title={t('Unexpected Application Error!')}
      subtitle={t(
        'This page could not be shown. Nothing of yours is lost. Without a network it comes as soon as there is one.',
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
