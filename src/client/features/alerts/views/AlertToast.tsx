import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { DismissButton, Toast } from '#client/ui/overlays.tsx';
import { useFocusTitleOnUnmount } from '#client/ui/Page.tsx';
import { alertTitle } from '../alertTitle';
import { alertText } from '../messages';
import { type AlertView, selectToast } from '../viewModels';
import { toastDismissed } from '../slice';
import './alert-toast.css';

/** The newest alerts but an SOS, which has a banner. */
export function AlertToast() {
  const toast = useAppSelector(selectToast);
  return <Toast>{toast ? <AlertToastText alerts={toast} /> : null}</Toast>;
}

/** What a toast says, and the page that it leads to where that is not the list. */
interface ToastContent {
  title: string;
  text: string;
  path?: string | undefined;
}

function toastContent([newest, ...more]: readonly AlertView[]): ToastContent {
  if (!newest) return { title: t('SOS sent'), text: t('Your family has been alerted.') };
  const text = alertText(newest);
  if (more.length === 0) return { title: alertTitle(newest.type), text, path: newest.path };
  return {
    title: t('{count, plural, one {# alert} other {# alerts}}', { count: more.length + 1 }),
    text: t('{text}, and {count} more', { text: text.replace(/\.$/u, ''), count: more.length }),
  };
}

function AlertToastText({ alerts }: { alerts: readonly AlertView[] }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const { title, text, path = '/alerts-settings' } = toastContent(alerts);
  useFocusTitleOnUnmount();
  return (
    <span className="alert-toast">
      <span className="alert-toast-text">
        <strong>{title}</strong>
        <br />
        {text}
      </span>
      {alerts.length > 0 ? (
        <Link to={path} className="toast-link" onClick={() => dispatch(toastDismissed())}>
          {t('View')}
        </Link>
      ) : null}
      <DismissButton className="alert-toast-dismiss" onClick={() => dispatch(toastDismissed())} />
    </span>
  );
}
