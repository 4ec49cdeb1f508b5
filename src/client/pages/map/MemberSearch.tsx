import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { selectPanel } from '#client/features/families/selectors';
import { panelMoved } from '#client/features/families/slice';
import './member-search.css';

interface MemberSearchProps {
  /** How many members are found. */
  count: number;
}

/** Finds members of a large family by name. The text stays while another page is open. */
export function MemberSearch({ count }: MemberSearchProps) {
  const dispatch = useAppDispatch();
  const text = useAppSelector((state) => selectPanel(state).search);
  /** Then what is found has room above the keyboard of a phone. */
  function raise(field: HTMLInputElement): void {
    dispatch(panelMoved({ height: 'full', search: field.value }));
    requestAnimationFrame(() => field.scrollIntoView?.({ block: 'start' }));
  }
  const label = t('Find a member');
  return (
    <div className="member-search">
      <input
        type="search"
        className="field-input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={({ target }) => raise(target)}
        onKeyDown={(event) =>
          event.key === 'Escape' && !event.defaultPrevented && dispatch(panelMoved({ search: '' }))
        }
        onClick={({ currentTarget }) => raise(currentTarget)}
      />
      <p className={count > 0 ? 'visually-hidden' : undefined} role="status">
        {text === ''
          ? ''
          : count === 0
            ? t('No member has this name.')
            : t('{count, plural, one {# member} other {# members}}', { count })}
      </p>
    </div>
  );
}
