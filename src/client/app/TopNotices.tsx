import { EndedMembership } from '#client/features/families/views/EndedMembership.tsx';
import { selectIsUpdateReady } from '#client/features/session/selectors';
import { UpdateNotice } from '#client/features/session/views/UpdateNotice.tsx';
import { useAppSelector } from '#client/store/hooks';

/** Rare news above every page: one bundle, which loads when there is some. */
export function TopNotices() {
  const isUpdateReady = useAppSelector(selectIsUpdateReady);
  return (
    <>
      {isUpdateReady ? <UpdateNotice /> : null}
      <EndedMembership />
    </>
  );
}
