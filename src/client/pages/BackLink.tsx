import { t } from '#client/i18n/text';
import { useNavigation } from '#client/store/hooks';
import { BackIcon } from '#client/ui/icons.tsx';

/** The arrow in the header that leads back to the parent page. */
export function BackLink({ to = '/', label = t('Back to the map') }: { to?: string; label?: string }) {
  const { Link } = useNavigation();
  return (
    <Link to={to} className="icon-button">
      <BackIcon />
      <span className="visually-hidden">{label}</span>
    </Link>
  );
}
