import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useNavigation } from '#client/store/hooks';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { UsersIcon } from '#client/ui/icons.tsx';

interface NoFamilyProps {
  icon?: ReactNode;
  /** What a family is needed for. */
  hint?: string;
}

/** In place of a family's page for users who are in none. */
export function NoFamily({
  icon = <UsersIcon />,
  hint = t('Create a family, or join one with its invitation code, to see each other on the map.'),
}: NoFamilyProps) {
  const { Link } = useNavigation();
  return (
    <EmptyState
      icon={icon}
      title={t('No family yet')}
      hint={hint}
      action={
        <Link className={buttonClass('primary')} to="/family-setup">
          {t('Create or join a family')}
        </Link>
      }
    />
  );
}
