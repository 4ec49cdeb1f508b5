/** A file of its own, because Jest takes the global teardown from the default export of a file. */
export { stopStores as default } from './startStores';
