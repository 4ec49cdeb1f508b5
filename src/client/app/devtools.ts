/** What Redux DevTools show of this store; none in a production build. */
export const devTools = process.env.NODE_ENV === 'production' ? false : { name: 'Kinmap', maxAge: 1_000 };
