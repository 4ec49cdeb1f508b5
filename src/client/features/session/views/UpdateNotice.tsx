import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { TopNotice } from '#client/ui/TopNotice.tsx';
import { updateAccepted, updatePostponed } from '../device/slice';

/** Offers to reload the page for the newer version of the app that is ready. */
export function UpdateNotice() {
  const dispatch = useAppDispatch();
  return (
    <TopNotice
      action={<Button onClick={() => dispatch(updateAccepted())}>{t('Reload')}</Button>}
      onDismiss={() => dispatch(updatePostponed())}
    >
      {t('A new version is ready')}
    </TopNotice>
  );
}
