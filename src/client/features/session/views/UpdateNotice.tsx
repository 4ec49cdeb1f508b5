import { t } from '#client/i18n/text';
import { useAppDispatch } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { InfoIcon } from '#client/ui/formIcons.tsx';
import { DismissButton } from '#client/ui/overlays.tsx';
import { updateAccepted, updatePostponed } from '../device/slice';
import './update-notice.css';

/** Offers to reload the page for the newer version of the app that is ready. */
export function UpdateNotice() {
  const dispatch = useAppDispatch();
  return (
    <div className="update-notice" role="status">
      <InfoIcon />
      <span>{t('A new version is ready')}</span>
      <Button onClick={() => dispatch(updateAccepted())}>{t('Reload')}</Button>
      <DismissButton onClick={() => dispatch(updatePostponed())} />
    </div>
  );
}
