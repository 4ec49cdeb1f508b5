/** The work of signed-in people, in a bundle of its own. */
export const fetchFeatures = () => import('./signedInSagas');
