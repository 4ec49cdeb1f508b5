import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { focusPageTitle } from '#client/ui/Page.tsx';
import { TopNotice } from '#client/ui/TopNotice.tsx';
import { selectEndedIn, selectHasLeft } from '../selectors';
import { endedMembershipDismissed } from '../slice';

/**
 * Says which family the user is no longer in: an open conversation or profile has just been closed, or the page has changed
 * to another family.
 */
export function EndedMembership() {
  const dispatch = useAppDispatch();
  const family = useAppSelector(selectEndedIn);
  const hasLeft = useAppSelector(selectHasLeft);
  if (family === null) return null;
  return (
    <TopNotice
      key={family}
      ref={hasLeft ? showTop : null}
      onDismiss={() => dispatch(endedMembershipDismissed())}
    >
      {t(hasLeft ? 'You left {family}.' : 'You are no longer in {family}.', { family })}
    </TopNotice>
  );
}

/** Shows what is new above the page, after a press further down on it. */
function showTop(news: HTMLElement | null): void {
  if (!news) return;
  scrollTo({ top: 0 });
  focusPageTitle();
}
