/** Local storage key of the day of history that a viewer loaded last. Goes with the session, as all keys of this form do. */
export const storedDayKey = (viewerId: string): string => `lastDay:${viewerId}`;
