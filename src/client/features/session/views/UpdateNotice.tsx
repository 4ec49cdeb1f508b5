import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { TopNotice } from '#client/ui/TopNotice.tsx';
import { selectIsReloading } from '../selectors';
import { updateAccepted, updatePostponed } from '../device/slice';

/** Offers to reload the page for the newer version of the app that is ready. */
export function UpdateNotice() {
  const dispatch = useAppDispatch();
  const isReloading = useAppSelector(selectIsReloading);
  return (
    <TopNotice
      action={
        <Button busy={isReloading} onClick={() => dispatch(updateAccepted())}>
          {t('Reload')}
        </Button>
      }
      onDismiss={() => dispatch(updatePostponed())}
    >
      {t('A new version is ready')}
    </TopNotice>
  );
}
